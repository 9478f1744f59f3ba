// Steps that are kept lead where the tables lead.
#include "stacks/unwind/known_steps.h"

#include <doctest/doctest.h>
#include <filesystem>
#include <vector>

#include "fixture_images.h"
#include "memory_of.h"
#include "stacks/unwind/frame_table.h"
#include "stacks/unwind/image_tables.h"

using namespace symkit;
using namespace symkit::unwind;

namespace {

// Memory that is everywhere, with other bytes at each address.
class Everywhere final : public Memory {
 public:
  Everywhere() : bytes_(1 << 16) {
    std::uint64_t number = 1;
    for (std::uint8_t& byte : bytes_) {
      number = number * 6364136223846793005U + 1442695040888963407U;
      byte = static_cast<std::uint8_t>(number >> 56);
    }
  }
  Bytes at(std::uint64_t address, std::uint64_t size) const override {
    return slice(bytes_, address % (bytes_.size() - 64), size);
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

std::optional<Registers> registers_by(const FixedStep& step, const Surroundings& where) {
  const auto landing = landing_of(step, where);
  if (!landing) return std::nullopt;
  Registers registers = where.registers;
  land(step, *landing, where.memory, where.processor, registers);
  return registers;
}

bool is_same(const FixedStep& step, const std::optional<Step>& told, const Surroundings& where) {
  if (!told || step.is_interrupted != told->is_interrupted) return false;
  if (step.is_outermost) return told->caller && told->caller->is_outermost;
  const auto registers = registers_by(step, where);
  if (!registers || !told->caller) return !registers && !told->caller;
  for (unsigned number = 0; number < Registers::count; ++number)
    if (registers->at(number) != told->caller->registers.at(number)) return false;
  return true;
}

}  // namespace

TEST_CASE("each function of the fixtures and of this program is left by a kept step as by its table") {
  const Everywhere memory;
  std::size_t compared = 0, fixed = 0;
  each_fixture_image([&](const std::filesystem::path& /*path*/, const container::Image& image) {
    const Processor* const processor = processor_of(image.architecture());
    if (processor == nullptr || image.format() != container::Format::Elf) return;
    Registers registers;
    for (unsigned number = 0; number < Registers::count; ++number)
      registers.set(number, 0x10000 + number * 0x123);
    for (const auto& table : tables_of(image)) {
      KnownSteps known;
      for (const container::Section& section : image.sections()) {
        if (!section.code) continue;
        for (std::uint64_t at = 0; at < section.size && at < 20'000; at += 7) {
          const CodePoint point{section.address.value + at, false};
          const Surroundings where{registers, memory, *processor};
          std::size_t asked = 0;
          const auto find = [&] {
            ++asked;
            return table->fixed_step(point, *processor);
          };
          known.make_room();
          const FixedStep* const step = known.at(1, point.address, find);
          CHECK(known.at(1, point.address, find) == step);
          CHECK(asked == 1);
          ++compared;
          if (step == nullptr) continue;
          CHECK(is_same(*step, table->step(point, where), where));
          ++fixed;
        }
      }
    }
  });
  CHECK(compared > 10'000);
  CHECK(fixed > compared / 4);
}

TEST_CASE(
    "what is saved where memory is unknown is not known, and without a return address there is no caller") {
  FixedStep step{
      .saved_count = 2, .saved_return = 1, .cfa_register = 7, .return_register = 16, .cfa_offset = 16};
  step.saved = {6, 16};
  step.offsets = {-16, -8};
  MemoryOf memory;
  memory.word(0x7008, 0x401234);
  Registers registers;
  registers.set(6, 1);
  registers.set(7, 0x7000);
  const Processor& processor = *processor_of(Architecture::X86_64);
  const auto caller = registers_by(step, {registers, memory, processor});
  REQUIRE(caller);
  CHECK_FALSE(caller->at(6));
  CHECK(caller->at(7) == 0x7010);
  CHECK(caller->at(16) == 0x401234);
  registers.set(7, 0x8000);
  CHECK_FALSE(registers_by(step, {registers, memory, processor}));
  registers.forget(7);
  CHECK_FALSE(registers_by(step, {registers, memory, processor}));
}

TEST_CASE(
    "one address has a step of its own in each mapping, and what is full begins again at the next stack") {
  KnownSteps known;
  const auto outermost = [] { return std::optional(FixedStep{.is_outermost = true}); };
  const auto none = [] { return std::optional<FixedStep>(); };
  const FixedStep* const first = known.at(1, 0x1000, outermost);
  REQUIRE(first != nullptr);
  CHECK(known.at(2, 0x1000, none) == nullptr);
  CHECK(known.at(1, 0x1000, none) == first);
  std::uint64_t address = 0x2000;
  while (known.at(1, address, outermost) != nullptr) ++address;
  CHECK(address > 0x3000);
  CHECK(first->is_outermost);
  CHECK(known.at(1, address, outermost) == nullptr);
  known.make_room();
  CHECK(known.at(1, address, outermost) != nullptr);
  CHECK(known.at(1, 0x1000, none) == nullptr);
}
