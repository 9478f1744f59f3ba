#include "stacks/unwind/arm_table.h"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "ground/io/blob.h"
#include "keep/index/unwind_index.h"
#include "memory_of.h"
#include "stacks/unwind/processor.h"
#include "stacks/unwind/stored_draft.h"
#include "stacks/unwind/stored_table.h"

using namespace symkit;
using namespace symkit::unwind;

namespace {

constexpr std::uint64_t index_at = 0x1000, entries_at = 0x2000;

using Words = std::vector<std::uint32_t>;

Bytes bytes_of(const Words& words) {
  return {reinterpret_cast<const std::uint8_t*>(words.data()), words.size() * 4};
}

std::uint32_t to(std::uint64_t address, std::uint64_t from) {
  return static_cast<std::uint32_t>(address - from) & 0x7fffffff;
}

// An index says the same.
void check_kept(const ArmTable& table, const std::optional<Step>& step, const Surroundings& where) {
  StoredDraft draft({});
  table.store(draft);
  const auto bytes = index::seal_unwind(
      *ImageId::parse("abcdef"), 1,
      {.image_name = "kiosk", .architecture = Architecture::Armv7, .is_relative = true}, draft.encode());
  const auto kept = StoredTable::of(io::borrowed_blob(bytes));
  REQUIRE(kept);
  const auto found = kept->step({0x8010, true}, where);
  REQUIRE(found.has_value() == step.has_value());
  if (!step || !step->caller) return;
  CHECK(found->caller->is_outermost == step->caller->is_outermost);
  for (unsigned number = 4; number < 16; ++number)
    CHECK(found->caller->registers.at(number) == step->caller->registers.at(number));
}

// One function at 0x8000 with these operations within its row, or the entry.
std::optional<Caller> left(std::uint32_t word, const Words& entry = {}) {
  const Words index = {to(0x8000, index_at), word, to(0x9000, index_at + 8), 1};
  Registers registers;
  registers.set(7, 0x7020);
  registers.set(13, 0x7000);
  registers.set(14, 0x8801);
  registers.set(15, 0x8010);
  MemoryOf memory;
  for (std::uint64_t i = 0; i < 32; ++i)
    memory.add(0x7000 + i * 4, {static_cast<std::uint8_t>(0x11 + i), 0x86, 0, 0});
  const Surroundings where{registers, memory, *processor_of(Architecture::Armv7)};
  const ArmTable table({bytes_of(index), index_at}, {bytes_of(entry), entries_at});
  const auto step = table.step({0x8010, true}, where);
  check_kept(table, step, where);
  return step ? step->caller : std::nullopt;
}

}  // namespace

TEST_CASE("operations in the row itself") {
  // vsp += 8; pop r4, r14; finish
  const auto caller = left(0x8001a8b0);
  REQUIRE(caller);
  CHECK(caller->registers.at(4) == 0x8613);
  CHECK(caller->registers.at(15) == 0x8614);  // without the bit that says Thumb
  CHECK(caller->registers.at(13) == 0x7010);
}

TEST_CASE("a function that saves nothing returns to its link register") {
  const auto caller = left(0x80b0b0b0);
  REQUIRE(caller);
  CHECK(caller->registers.at(15) == 0x8800);
  CHECK(caller->registers.at(13) == 0x7000);
}

TEST_CASE("a mask of registers, one of which is where to go on") {
  // pop {r4, r7, pc}
  const auto caller = left(0x808809b0);
  REQUIRE(caller);
  CHECK(caller->registers.at(4) == 0x8611);
  CHECK(caller->registers.at(7) == 0x8612);
  CHECK(caller->registers.at(15) == 0x8612);
}

TEST_CASE("the stack pointer comes from the frame pointer") {
  // vsp = r7; pop r4-r5, r14
  const auto caller = left(0x8097a9b0);
  REQUIRE(caller);
  CHECK(caller->registers.at(4) == 0x8619);
  CHECK(caller->registers.at(13) == 0x702c);
}

TEST_CASE("entries elsewhere, short, long, and behind a language's function") {
  CHECK(left(to(entries_at, index_at + 4), {0x8001a8b0})->registers.at(4) == 0x8613);
  CHECK(left(to(entries_at, index_at + 4), {0x81010102, 0xa8b0b0b0})->registers.at(4) == 0x8616);
  CHECK(left(to(entries_at, index_at + 4), {0x00001234, 0x0001a8b0})->registers.at(4) == 0x8613);
  CHECK(left(to(entries_at, index_at + 4), {0x00001234, 0x010102a8, 0xb0b0b0b0})->registers.at(4) == 0x8616);
}

TEST_CASE("large frames and floating point") {
  CHECK(left(0x80b205b0)->registers.at(13) == 0x7000 + 0x204 + 20);
  CHECK(left(0x80d1b0b0)->registers.at(13) == 0x7010);
  CHECK(left(0x80b903b0)->registers.at(13) == 0x7014 + 16);
  CHECK(left(0x80b300b0)->registers.at(13) == 0x700c);
  CHECK(left(0x804200b0)->registers.at(13) == 0x7000 - 12 + 4);
}

TEST_CASE("what cannot be left") {
  CHECK(left(1)->is_outermost);
  CHECK_FALSE(left(0x808000b0));                        // it says so itself
  CHECK_FALSE(left(0x809db0b0));                        // the stack pointer from itself
  CHECK_FALSE(left(0x80c0b0b0));                        // unknown
  CHECK_FALSE(left(to(entries_at, index_at + 4), {}));  // cut off
  CHECK_FALSE(left(to(entries_at, index_at + 4), {0x83000000}));
  CHECK_FALSE(left(0x80ff3fa8));  // memory that is not known
  CHECK_FALSE(ArmTable({}, {}).step({0x8000, true}, {{}, MemoryOf(), *processor_of(Architecture::Armv7)}));
}
