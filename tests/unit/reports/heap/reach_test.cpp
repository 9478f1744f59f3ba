#include "reports/heap/reach.h"

#include <algorithm>
#include <cstring>
#include <doctest/doctest.h>
#include <map>
#include <string>

using namespace symkit;

namespace {

// Memory of words: what is not put there is zero.
struct Words {
  std::map<std::uint64_t, std::uint64_t> at;

  void read(std::uint64_t address, std::span<std::uint8_t> bytes) const {
    std::ranges::fill(bytes, std::uint8_t{0});
    for (auto word = at.lower_bound(address); word != at.end() && word->first + 8 <= address + bytes.size();
         ++word)
      std::memcpy(bytes.data() + (word->first - address), &word->second, 8);
  }
};

std::vector<std::string> found(const std::vector<heap::MemoryRange>& blocks, const Words& words,
                               const heap::Roots& roots) {
  std::vector<std::string> texts;
  const heap::ReadMemory read = [&](std::uint64_t address, std::span<std::uint8_t> bytes) {
    words.read(address, bytes);
  };
  for (const auto& one : heap::find_unreached(blocks, roots, read, 8))
    texts.push_back((one.is_indirect ? "indirect " : "direct ") + std::to_string(one.address));
  return texts;
}

using Texts = std::vector<std::string>;
const heap::Roots data = {.ranges = {{100 * 8, 110 * 8}}, .allocator = {}, .words = {}};

}  // namespace

TEST_CASE("from a root, through blocks, into the middle of one") {
  Words words;
  words.at = {{100 * 8, 1000}, {1008, 2040}};
  CHECK(found({{1000, 1100}, {2000, 2048}, {3000, 3016}}, words, data) == Texts{"direct 3000"});
}

TEST_CASE("the end of a block is not in it; registers are roots") {
  Words words;
  words.at = {{100 * 8, 1096}};
  CHECK(found({{1000, 1096}, {2000, 2008}}, words,
              {.ranges = data.ranges, .allocator = {}, .words = {2007}}) == Texts{"direct 1000"});
}

TEST_CASE("a list that was lost: its head is lost, the rest goes with it") {
  Words words;
  words.at = {{1000, 2000}, {2000, 3000}};
  CHECK(found({{1000, 1016}, {2000, 2016}, {3000, 3016}}, words, data) ==
        Texts{"direct 1000", "indirect 2000", "indirect 3000"});
  words.at = {{3000, 2000}, {2000, 1000}};
  CHECK(found({{1000, 1016}, {2000, 2016}, {3000, 3016}}, words, data) ==
        Texts{"indirect 1000", "indirect 2000", "direct 3000"});
}

TEST_CASE("rings: one of each is lost, also where it points to itself") {
  Words words;
  words.at = {{1000, 2000}, {2000, 1000}, {3000, 3000}, {2008, 4000}};
  CHECK(found({{1000, 1016}, {2000, 2016}, {3000, 3016}, {4000, 4016}}, words, data) ==
        Texts{"direct 1000", "indirect 2000", "direct 3000", "indirect 4000"});
}

TEST_CASE("the allocator's pointer to the piece behind a block does not lead to the block") {
  Words words;
  const std::vector<heap::MemoryRange> blocks = {{0x1000, 0x1000 + 1010}};  // its piece ends at 0x1000 + 1008
  words.at = {{800, 0x1000 + 1008}};
  CHECK(found(blocks, words, {.ranges = {}, .allocator = data.ranges, .words = {}}) == Texts{"direct 4096"});
  CHECK(found(blocks, words, data).empty());
  words.at = {{800, 0x1000 + 1000}};
  CHECK(found(blocks, words, {.ranges = {}, .allocator = data.ranges, .words = {}}).empty());
}

TEST_CASE("the unused part of a stack leads nowhere: in a block, in a root") {
  Words words;
  const std::vector<heap::MemoryRange> blocks = {{1000, 1100}, {2000, 2016}, {3000, 3016}, {4000, 4016}};
  words.at = {{800, 1000}, {808, 4000}, {1016, 2000}, {1056, 3000}};
  CHECK(found(blocks, words, data).empty());
  heap::Roots roots = data;
  roots.unused = {{700, 752}, {808, 816}, {1000, 1056}, {2000, 2100}};
  CHECK(found(blocks, words, roots) == Texts{"direct 2000", "direct 4000"});
}

TEST_CASE("no blocks, and ranges that are no whole words") {
  CHECK(found({}, {}, data).empty());
  Words words;
  words.at = {{800, 1000}};
  CHECK(found({{1000, 1008}}, words, {.ranges = {{801, 808}}, .allocator = {}, .words = {}}) ==
        Texts{"direct 1000"});
  CHECK(found({{1000, 1008}}, words, {.ranges = {{799, 809}}, .allocator = {}, .words = {}}).empty());
}
