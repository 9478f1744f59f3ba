#include "stacks/unwind/stored_table.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <string_view>
#include <vector>

#include "files/code/call_instruction.h"
#include "fixture_images.h"
#include "ground/io/blob.h"
#include "keep/index/unwind_index.h"
#include "keep/index/unwind_rows.h"
#include "memory_of.h"
#include "stacks/unwind/asked_rules.h"
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

// A table of the image, and what an index keeps of it.
struct Both {
  explicit Both(const container::Image& image)
      : tables(tables_of(image)),
        sealed(sealed_of(image)),
        kept(StoredTable::of(io::borrowed_blob(sealed))) {}

  static std::vector<std::uint8_t> sealed_of(const container::Image& image) {
    StoredDraft draft = what_is_stored(image);
    return index::seal_unwind(*ImageId::parse("abcdef"), 1,
                              {.image_name = "kiosk",
                               .architecture = image.architecture(),
                               .is_relative = true,
                               .has_all_callers = draft.has_all_callers()},
                              draft.encode());
  }

  Tables tables;
  std::vector<std::uint8_t> sealed;
  std::unique_ptr<const Table> kept;
};

// Calls take(path, image, table, kept) for Windows' images of a processor.
template <class Take>
void each_windows_image(Architecture architecture, Take take) {
  std::size_t files = 0;
  for (const auto& path : std::filesystem::directory_iterator(SYMKIT_TEST_DATA "/windows")) {
    const auto file = container::open_file(path.path());
    if (!file || (*file)->images().size() != 1) continue;
    const container::Image& image = *(*file)->images().front();
    const Both both(image);
    if (image.architecture() != architecture || both.tables.empty()) continue;
    REQUIRE(both.kept);
    CHECK(both.kept->has_all_callers());
    take(path.path(), image, *both.tables.front(), *both.kept);
    ++files;
  }
  CHECK(files != 0);
}

Bytes code_of(const container::Image& image) {
  const container::Section* const code = section_with_bytes(image, ".text");
  REQUIRE(code != nullptr);
  return code->data;
}
std::uint64_t begin_of_code(const container::Image& image) {
  return section_with_bytes(image, ".text")->address.value - image.text_base().value;
}

// The rules by which an answer was found, as they are kept.
std::vector<std::uint8_t> rules_behind(AskedRules& asked, const Table& table, const CodePoint& point) {
  const auto rules = asked.rules_of(table.step(point, asked.at(point.address)));
  return rules ? stored(*rules) : std::vector<std::uint8_t>();
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

TEST_CASE("an index says of every place what Windows' table on arm64 says") {
  each_windows_image(Architecture::Arm64, [](const auto& path, const auto& image, const Table& table,
                                             const Table& kept) {
    AskedRules asked(*processor_of(Architecture::Arm64));
    const std::uint64_t begin = begin_of_code(image);
    for (std::size_t i = 0; i < code_of(image).size(); i += 4)
      for (const bool has_called : {false, true}) {
        const CodePoint point{begin + i, has_called};
        CHECK_MESSAGE(rules_behind(asked, kept, point) == rules_behind(asked, table, point), path.string());
      }
  });
}

// At epilogues, which the instructions tell, the rules may have other words; see differential/dumps/emulated.
TEST_CASE("an index says of every call what Windows' table on x86_64 says") {
  std::size_t calls = 0;
  each_windows_image(
      Architecture::X86_64, [&](const auto& path, const auto& image, const Table& table, const Table& kept) {
        AskedRules asked(*processor_of(Architecture::X86_64));
        const std::uint64_t begin = begin_of_code(image);
        const code::Code code{.bytes = code_of(image), .begin = begin};
        for (std::uint64_t at = begin; at < begin + code.bytes.size(); ++at) {
          if (!code::stands_behind_call(code, at, Architecture::X86_64)) continue;
          const CodePoint point{at - 1, true};
          CHECK_MESSAGE(rules_behind(asked, kept, point) == rules_behind(asked, table, point), path.string());
          ++calls;
        }
      });
  CHECK(calls > 100);
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

// Breakpad's rules forget the registers that functions may change, other rules need not.
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
  const auto bytes = index::seal_unwind(
      *ImageId::parse("abcdef"), 1,
      {.image_name = "kiosk", .architecture = Architecture::X86_64, .functions = 2, .is_relative = true},
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
    for (const unsigned number : {3U, 6U, 7U, 12U, 13U, 14U, 15U, 16U})
      CHECK(found->caller->registers.at(number) == expected->caller->registers.at(number));
  }
}

TEST_CASE("an index has Windows' programs as they are in the symbol file") {
  const std::string_view symbols =
      "MODULE windows x86 0 kiosk.pdb\n"
      "STACK WIN 4 1000 40 3 0 8 4 10 0 1 $T0 .raSearch = $eip $T0 ^ = $esp $T0 4 + =\n"
      "STACK WIN 4 1010 20 3 0 c 4 20 0 1 $T0 .raSearch = $eip $T0 ^ = $esp $T0 4 + = $ebp $esp ^ =\n"
      "STACK WIN 0 1000 100 0 0 4 0 8 0 0 0\n"
      "STACK WIN 0 2000 10 0 0 0 8 18 0 0 1\n";
  const BreakpadTable read({.text = symbols}, Architecture::X86, 0);
  StoredDraft draft({});
  read.store(draft);
  const auto bytes = index::seal_unwind(
      *ImageId::parse("abcdef"), 1,
      {.image_name = "kiosk.pdb", .architecture = Architecture::X86, .is_relative = true}, draft.encode());
  const auto kept = StoredTable::of(io::borrowed_blob(bytes));
  REQUIRE(kept);
  MemoryOf memory;
  for (std::uint64_t i = 0; i < 32; ++i) memory.word(0x7000 + i * 8, 0x500000 + i);
  Registers registers;
  for (const unsigned number : {3U, 4U, 5U, 8U}) registers.set(number, 0x7000 + number * 8);
  const Surroundings where{registers, memory, *processor_of(Architecture::X86)};
  std::size_t told = 0;
  for (std::uint64_t at = 0xff0; at < 0x2020; ++at) {
    const auto expected = read.step({at, true, 8}, where), found = kept->step({at, true, 8}, where);
    REQUIRE(found.has_value() == expected.has_value());
    CHECK(kept->has_function(at) == read.has_function(at));
    CHECK(kept->parameters_at(at) == read.parameters_at(at));
    if (!expected) continue;
    ++told;
    for (unsigned number = 0; number < Registers::count; ++number)
      CHECK(found->caller->registers.at(number) == expected->caller->registers.at(number));
  }
  CHECK(told == 0x110);
}
