#include "stacks/unwind/stored_table.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <string_view>
#include <vector>

#include "fixture_images.h"
#include "ground/io/blob.h"
#include "keep/index/unwind_index.h"
#include "keep/index/unwind_rows.h"
#include "memory_of.h"
#include "stacks/unwind/breakpad_table.h"
#include "stacks/unwind/frame_table.h"
#include "stacks/unwind/image_tables.h"
#include "stacks/unwind/processor.h"
#include "stacks/unwind/stored_draft.h"
#include "stacks/unwind/stored_rules.h"

using namespace symkit;
using namespace symkit::unwind;

namespace {

// Each address of short functions, and some of long ones.
std::vector<std::uint64_t> places_in(const FrameEntry& entry) {
  constexpr std::uint64_t all = 96, step = 61;
  std::vector<std::uint64_t> places = {entry.end - 1};
  for (std::uint64_t at = entry.begin; at < entry.end; at += at - entry.begin < all ? 1 : step)
    places.push_back(at);
  return places;
}

}  // namespace

// The programs in the file are executed for each place anew, rows are kept for all places at once.
TEST_CASE("an index says of every place what the program's own table says") {
  std::size_t places = 0, files = 0;
  each_fixture_image([&](const std::filesystem::path& path, const container::Image& image) {
    const container::Section* const all = section_with_bytes(image, ".eh_frame");
    if (all == nullptr || image.type() == container::FileType::Object) return;
    const FrameSection section{.data = all->data,
                               .address = all->address.value,
                               .endian = image.endian(),
                               .address_size = image.address_size()};
    const auto bytes = what_is_stored(image).encode();
    const index::UnwindRows rows(bytes);
    std::size_t wrong = 0, missing = 0;
    for (std::uint64_t offset = 0; const auto record = read_record(section, offset); offset = record->next) {
      if (!record->entry || record->entry->begin >= record->entry->end) continue;
      for (const std::uint64_t place : places_in(*record->entry)) {
        const auto rules = rules_at(*record->entry, place);
        if (!rules) continue;
        const auto offset_there = to_offset({place}, image.text_base());
        const auto kept = offset_there ? rows.rule_at(*offset_there) : std::nullopt;
        ++places;
        if (!kept) {
          ++missing;
        } else if (!std::ranges::equal(*kept, stored({*rules, record->entry->return_register,
                                                      record->entry->is_signal_frame}))) {
          ++wrong;
        }
      }
    }
    ++files;
    CHECK_MESSAGE(wrong == 0, path.string());
    CHECK_MESSAGE(missing == 0, path.string());
  });
  CHECK(files > 5);
  CHECK(places > 10'000);
}

TEST_CASE("rules are read as they were kept") {
  StoredRules all{.rules = {}, .return_register = 16, .is_signal_frame = true};
  const std::vector<std::uint8_t> expression = {0x77, 0x08, 0x06};
  all.rules.cfa_expression = expression;
  all.rules.is_signed = true;
  all.rules.registers[3] = {Rule::Kind::Saved, -24};
  all.rules.registers[6] = {Rule::Kind::ValueOfExpression, 0, expression};
  all.rules.registers[7] = {Rule::Kind::Value, 8};
  all.rules.registers[16] = {Rule::Kind::Undefined};
  all.rules.registers[39] = {Rule::Kind::InRegister, 14};
  const auto bytes = stored(all);
  const auto read = read_stored(bytes);
  REQUIRE(read);
  CHECK(stored(*read) == bytes);
  CHECK(read->is_signal_frame);
  CHECK(read->rules.is_signed);
  CHECK(read->rules.registers[3].offset == -24);
  CHECK(read->rules.registers[39].kind == Rule::Kind::InRegister);
  CHECK(std::ranges::equal(read->rules.registers[6].expression, expression));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto cut = read_stored(Bytes(bytes).first(size));
    if (cut) CHECK(stored(*cut).size() <= size);
  }
}

TEST_CASE("an index has Breakpad's rules as they are in the symbol file") {
  const std::string_view symbols =
      "MODULE Linux x86_64 0 kiosk\n"
      "STACK CFI INIT 1000 40 .cfa: $rsp 8 + .ra: .cfa -8 + ^\n"
      "STACK CFI 1001 .cfa: $rsp 16 + $rbp: .cfa -16 + ^\n"
      "STACK CFI 1004 .cfa: $rbp 16 +\n"
      "STACK CFI 103f .cfa: $rsp 8 +\n"
      "STACK CFI INIT 2000 10 .cfa: $rsp 8 + .ra: .cfa -8 + ^\n"
      "STACK CFI INIT 3000 10 this is not a rule\n";
  const BreakpadTable read({.text = symbols}, Architecture::X86_64, 0);
  StoredDraft draft({});
  read.store(draft);
  CHECK(draft.count() == 2);
  const auto rows = draft.encode();
  const auto bytes = index::seal_unwind(*ImageId::parse("abcdef"), 1,
                                        {.image_name = "kiosk",
                                         .architecture = Architecture::X86_64,
                                         .text_base = {},
                                         .functions = 2,
                                         .is_relative = true},
                                        rows);
  const auto stored_table = StoredTable::of(io::borrowed_blob(bytes), 0x400000);
  REQUIRE(stored_table);
  MemoryOf memory;
  for (std::uint64_t i = 0; i < 32; ++i) memory.word(0x7000 + i * 8, 0x500000 + i);
  Registers registers;
  registers.set(7, 0x7000);
  registers.set(6, 0x7040);
  const Surroundings where{registers, memory, *processor_of(Architecture::X86_64)};
  for (std::uint64_t at = 0xff0; at < 0x3020; ++at) {
    const auto expected = read.step({at, true}, where);
    const auto found = stored_table->step({at + 0x400000, true}, where);
    REQUIRE(found.has_value() == expected.has_value());
    CHECK(stored_table->has_function(at + 0x400000) == expected.has_value());
    if (!expected) continue;
    REQUIRE(expected->caller);
    REQUIRE(found->caller);
    for (unsigned number = 0; number < Registers::count; ++number)
      CHECK(found->caller->registers.at(number) == expected->caller->registers.at(number));
  }
}
