// What an index is made of, byte by byte, against a block that is counted by hand.
#include "keep/index/composition.h"

#include <map>
#include <numeric>

#include "doctest/doctest.h"

#include "keep/index/native_writer.h"

using namespace symkit;
using namespace symkit::index;

namespace {

// `own` in a.c with `inlined` of b.h in its middle; then `other` in a.c, of another unit.
std::vector<std::uint8_t> two_functions(std::uint64_t most_bytes = UINT32_MAX) {
  std::vector<Draft> drafts;
  Draft& draft = drafts.emplace_back(1U);
  const FileKey a = draft.file("a.c"), b = draft.file("b.h");
  const auto row = [&](std::uint64_t address, std::uint32_t call, DraftPlace place) {
    draft.add_row({address, call, place, place});
  };
  draft.begin_function(0, 16, draft.name("own"), Source::DebugInfo, 0, 0);
  draft.add_call(0, draft.name("inlined"), {a, 2});
  row(0, 0, {a, 1});
  row(4, 1, {b, 7});
  row(8, 0, {a, 3});
  draft.end_function();
  draft.begin_function(16, 32, draft.name("other"), Source::DebugInfo, 9, 0);
  row(16, 0, {a, 20});
  draft.end_function();
  const std::vector<Piece> pieces = {{0, 16, 0, 0}, {16, 32, 0, 1}};
  return write_native({.meta = {.id = {}, .image_name = "two", .text_base = {}},
                       .drafts = drafts,
                       .pieces = pieces,
                       .symbols = {},
                       .most_bytes = most_bytes},
                      1);
}

std::map<std::string, std::uint64_t> by_name(const Breakdown& breakdown) {
  std::map<std::string, std::uint64_t> bytes;
  for (const Share& share : breakdown.shares) bytes[share.name] += share.bytes;
  return bytes;
}

}  // namespace

// Of `own`: flags and callee, 2; its first row, 1; that of `inlined`, 4: the row, the code, the callee, the
// step to the line of the call; the last, 2: row and code. Of `other`: flags and callee, 2, a row, 1. Three
// callees of 3 bytes (name, file, line), and two files of 1.
TEST_CASE("every byte of the blocks is of a file and of a unit") {
  const auto bytes = two_functions();
  const auto index = NativeIndex::open(bytes);
  REQUIRE(index);
  const UnitRanges units{.spans = {{0, 16, 0}, {16, 32, 9}}, .names = {{0, "a-unit"}, {9, "another"}}};
  const auto shared = blocks_shared_out(*index, &units);
  REQUIRE(shared);
  REQUIRE(shared->size() == 2);
  CHECK((*shared)[0].by == "file");
  CHECK((*shared)[1].by == "unit");
  const auto files = by_name((*shared)[0]), of_units = by_name((*shared)[1]);
  CHECK(files.at("a.c") == 2 + 1 + 2 + 3 + 2 + 1 + 3 + 1);
  CHECK(files.at("b.h") == 4 + 3 + 1);
  CHECK(of_units.at("a-unit") == 2 + 1 + 4 + 2 + 2 * 3 + 2 * 1);
  CHECK(of_units.at("another") == 2 + 1 + 3);
  const std::size_t blocks = index->envelope().section(blocks_tag).size();
  for (const Breakdown& one : *shared)
    CHECK(std::accumulate(one.shares.begin(), one.shares.end(), std::size_t{0},
                          [](std::size_t sum, const Share& share) { return sum + share.bytes; }) == blocks);
}

TEST_CASE("the largest come first") {
  std::vector<Share> shares = {{"b", 2}, {"c", 9}, {"a", 2}};
  largest_first(shares);
  CHECK(shares[0].name == "c");
  CHECK(shares[1].name == "a");
}

TEST_CASE("what offsets of four bytes cannot say is not written") {
  CHECK_FALSE(two_functions(100).empty());
  CHECK(two_functions(10).empty());
}
