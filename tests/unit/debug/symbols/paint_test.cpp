// Overlapping ranges made flat: at every address the best is seen.
#include "debug/symbols/paint.h"

#include <random>

#include "doctest/doctest.h"

using symkit::symbols::paint;
using symkit::symbols::paint_later_over_earlier;

namespace {

struct Coat {
  std::uint64_t begin;
  std::uint64_t end;
  int rank;  // the highest is seen
  bool operator==(const Coat&) const = default;
};

std::vector<Coat> painted(std::vector<Coat> coats) {
  std::ranges::stable_sort(coats, {}, &Coat::begin);
  std::vector<Coat> out;
  paint(
      std::span<const Coat>(coats), [](const Coat& a, const Coat& b) { return a.rank > b.rank; },
      [&](std::uint64_t begin, std::uint64_t end, const Coat& coat) {
        out.push_back({begin, end, coat.rank});
      });
  return out;
}

using Coats = std::vector<Coat>;

}  // namespace

TEST_CASE("nothing painted shows nothing") { CHECK(painted({}).empty()); }

TEST_CASE("a range on its own shows whole") { CHECK(painted({{3, 9, 1}}) == Coats{{3, 9, 1}}); }

TEST_CASE("nested: the inner one shows through, or not at all") {
  CHECK(painted({{0, 10, 1}, {3, 5, 2}}) == Coats{{0, 3, 1}, {3, 5, 2}, {5, 10, 1}});
  CHECK(painted({{0, 10, 2}, {3, 5, 1}}) == Coats{{0, 10, 2}});
  CHECK(painted({{0, 10, 1}, {2, 8, 2}, {4, 6, 3}}) ==
        Coats{{0, 2, 1}, {2, 4, 2}, {4, 6, 3}, {6, 8, 2}, {8, 10, 1}});
}

TEST_CASE("nested at an edge leaves no empty part") {
  CHECK(painted({{0, 10, 1}, {0, 4, 2}}) == Coats{{0, 4, 2}, {4, 10, 1}});
  CHECK(painted({{0, 10, 1}, {6, 10, 2}}) == Coats{{0, 6, 1}, {6, 10, 2}});
}

TEST_CASE("partly overlapping: the better one keeps its whole length") {
  CHECK(painted({{0, 6, 1}, {4, 10, 2}}) == Coats{{0, 4, 1}, {4, 10, 2}});
  CHECK(painted({{0, 6, 2}, {4, 10, 1}}) == Coats{{0, 6, 2}, {6, 10, 1}});
}

TEST_CASE("identical ranges show one") {
  CHECK(painted({{2, 4, 1}, {2, 4, 3}, {2, 4, 2}}) == Coats{{2, 4, 3}});
}

TEST_CASE("touching ranges and gaps stay as they are") {
  CHECK(painted({{0, 4, 2}, {4, 8, 1}, {8, 9, 2}}) == Coats{{0, 4, 2}, {4, 8, 1}, {8, 9, 2}});
  CHECK(painted({{0, 2, 1}, {6, 8, 1}}) == Coats{{0, 2, 1}, {6, 8, 1}});
}

TEST_CASE("one that ends out of sight does not come back") {
  CHECK(painted({{0, 20, 3}, {2, 8, 2}, {4, 30, 1}}) == Coats{{0, 20, 3}, {20, 30, 1}});
}

TEST_CASE("random coats show at every address what a plain search finds") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    Coats coats;
    for (int i = 0; i < 12; ++i) {
      const std::uint64_t begin = random() % 40;
      coats.push_back({begin, begin + 1 + random() % 15, i});
    }
    const Coats seen = painted(coats);
    std::uint64_t before = 0;
    for (const Coat& part : seen) {
      REQUIRE(part.begin >= before);
      REQUIRE(part.begin < part.end);
      before = part.end;
    }
    for (std::uint64_t at = 0; at < 60; ++at) {
      int best = -1, shown = -1;
      for (const Coat& coat : coats)
        if (coat.begin <= at && at < coat.end) best = std::max(best, coat.rank);
      for (const Coat& part : seen)
        if (part.begin <= at && at < part.end) shown = part.rank;
      REQUIRE(best == shown);
    }
  }
}

TEST_CASE("where later ranges win, a stack shows what the heap shows") {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    Coats coats;
    for (int i = 0; i < 1 + round % 9; ++i) {
      const std::uint64_t begin = random() % 20;
      coats.push_back({begin, begin + 1 + random() % 12, 0});
    }
    std::ranges::stable_sort(coats, {}, &Coat::begin);
    for (std::size_t i = 0; i < coats.size(); ++i) coats[i].rank = static_cast<int>(i);
    Coats out;
    std::vector<const Coat*> open;
    paint_later_over_earlier(std::span<const Coat>(coats), open,
                             [&](std::uint64_t begin, std::uint64_t end, const Coat& coat) {
                               out.push_back({begin, end, coat.rank});
                             });
    CAPTURE(round);
    CHECK(out == painted(coats));
  }
}
