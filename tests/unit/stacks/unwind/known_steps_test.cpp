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

bool is_same(const std::optional<Step>& a, const std::optional<Step>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  if (a->is_interrupted != b->is_interrupted || a->caller.has_value() != b->caller.has_value()) return false;
  if (!a->caller || a->caller->is_outermost) return !a->caller || b->caller->is_outermost;
  for (unsigned number = 0; number < Registers::count; ++number)
    if (a->caller->registers.at(number) != b->caller->registers.at(number)) return false;
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
      const KnownSteps known(*table);
      for (const container::Section& section : image.sections()) {
        if (!section.code) continue;
        for (std::uint64_t at = 0; at < section.size && at < 20'000; at += 7) {
          const CodePoint point{section.address.value + at, false};
          const Surroundings where{registers, memory, *processor};
          const auto first = known.step(point, where);
          CHECK(is_same(first, table->step(point, where)));
          CHECK(is_same(first, known.step(point, where)));
          ++compared;
          fixed += table->fixed_step(point, *processor).has_value() ? 1 : 0;
        }
      }
    }
  });
  CHECK(compared > 10'000);
  CHECK(fixed > compared / 4);
}

TEST_CASE(
    "what is saved where memory is unknown is not known, and without a return address there is no caller") {
  FixedStep step{.saved_count = 2, .cfa_register = 7, .return_register = 16, .cfa_offset = 16};
  step.saved = {6, 16};
  step.offsets = {-16, -8};
  MemoryOf memory;
  memory.word(0x7008, 0x401234);
  Registers registers;
  registers.set(6, 1);
  registers.set(7, 0x7000);
  const Processor& processor = *processor_of(Architecture::X86_64);
  const auto caller = caller_by(step, {registers, memory, processor});
  REQUIRE(caller);
  CHECK_FALSE(caller->registers.at(6));
  CHECK(caller->registers.at(7) == 0x7010);
  CHECK(caller->registers.at(16) == 0x401234);
  registers.set(7, 0x8000);
  CHECK_FALSE(caller_by(step, {registers, memory, processor}));
  registers.forget(7);
  CHECK_FALSE(caller_by(step, {registers, memory, processor}));
}
