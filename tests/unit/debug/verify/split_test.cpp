// A .dwo or .dwp judged by itself: in order, with one flaw, cut off at every byte, with single bits changed.
#include <algorithm>
#include <fstream>
#include <iterator>

#include "files/container/open.h"
#include "ground/base/words.h"
#include "support.h"
using namespace symkit;
using namespace symkit::test;

namespace {

using Buffer = std::vector<std::uint8_t>;

Buffer file_at(std::string_view path) {
  std::ifstream in(say(SYMKIT_TEST_DATA, "/native/elf-split/", path), std::ios::binary);
  Buffer bytes{std::istreambuf_iterator<char>(in), {}};
  REQUIRE(!bytes.empty());
  return bytes;
}

verify::ImageReport judged(Bytes bytes) {
  const auto file = container::open_bytes(bytes, "file");
  if (!file) return {};
  return verify::check_image(*(*file)->images().front(), {});
}

// Where a section lies in the file.
std::size_t begin_of(const Buffer& bytes, std::string_view name) {
  const auto file = container::open_bytes(bytes, "file");
  REQUIRE(file.has_value());
  const auto& sections = (*file)->images().front()->sections();
  const auto found = std::ranges::find(sections, name, &container::Section::name);
  REQUIRE(found != sections.end());
  return static_cast<std::size_t>(found->data.data() - bytes.data());
}

constexpr const char* files[] = {"number-gcc-dwarf4.dwo",
                                 "number-gcc-dwarf5.dwo",
                                 "number-dwarf5.dwo",
                                 "packaged/tokenizer-clang-dwarf4-split.so.dwp",
                                 "packaged/tokenizer-clang-dwarf5-split.so.dwp",
                                 "parcel-rust-packed-split.so.dwp"};

std::string told(const verify::ImageReport& report) {
  std::string text;
  for (const verify::Finding& finding : report.findings.all())
    text += say(verify::word_for(finding.kind), ": ", finding.what, "\n");
  return text;
}

}  // namespace

TEST_CASE("what compilers and packagers write is in order") {
  for (const char* const path : files) {
    CAPTURE(path);
    const verify::ImageReport report = judged(file_at(path));
    CHECK(told(report).empty());
    CHECK(report.is_split_file);
    CHECK(report.amounts.functions >= 3);
    CHECK(report.amounts.rows == 0);
  }
  CHECK(judged(file_at(files[4])).amounts.units == 3);
}

TEST_CASE("an entry that cannot be read is found without its skeleton") {
  Buffer bytes = file_at("number-gcc-dwarf5.dwo");
  constexpr std::size_t header = 20;  // of a unit of version 5 with a DWO id
  bytes[begin_of(bytes, ".debug_info.dwo") + header] = 0x7f;
  CHECK(told(judged(bytes))
            .starts_with("entry: the entry has abbreviation 127, which the table at 0x0 does not"));
}

TEST_CASE("a package's index must lead to each unit, under its id") {
  const Buffer whole = file_at("packaged/tokenizer-clang-dwarf5-split.so.dwp");
  const std::size_t index = begin_of(whole, ".debug_cu_index");
  // 16 bytes of header, then the ids of 8 slots, their rows, the columns, and where each unit's shares begin.
  constexpr std::size_t ids = 16, rows = ids + 8 * 8, begins = rows + 8 * 4 + 4 * 4;
  const auto slot_of = [&](std::size_t from) {
    std::size_t slot = from;
    while (whole[index + rows + slot * 4] == 0) ++slot;
    return slot;
  };
  Buffer renamed = whole;
  renamed[index + ids + slot_of(0) * 8] ^= 1;
  CHECK(told(judged(renamed)).contains("unit-header: its DWO id is 0x"));
  CHECK(told(judged(renamed)).contains(", but the package's index says 0x"));
  Buffer unnamed = whole;
  unnamed[index + rows + slot_of(0) * 4] = 0;
  CHECK(told(judged(unnamed)).starts_with("unit-header: the package's index does not list it\n"));
  Buffer moved = whole;
  moved[index + begins + 4] ^= 0x40;
  CHECK(judged(moved).findings.count(verify::Kind::UnitHeader) != 0);
}

TEST_CASE("no cut and no wrong bit is read out of bounds") {
  for (const char* const path : files) {
    CAPTURE(path);
    Buffer bytes = file_at(path);
    for (std::size_t size = 0; size < bytes.size(); ++size) (void)judged(Bytes(bytes).first(size));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const auto bit = static_cast<std::uint8_t>(1U << i % 8);
      bytes[i] ^= bit;
      (void)judged(bytes);
      bytes[i] ^= bit;
    }
  }
}
