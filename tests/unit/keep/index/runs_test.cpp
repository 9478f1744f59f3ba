// Runs stay where they are found, whatever is added behind them, and are in one piece even where they meet
// the end of a chunk.
#include "keep/index/runs.h"

#include <numeric>
#include <random>

#include "doctest/doctest.h"

using namespace symkit::index;

TEST_CASE("runs of any length are found again, in one piece") {
  std::mt19937 random(1);
  Runs<std::uint32_t> runs;
  struct Run {
    RunPlace place;
    const std::uint32_t* data;
    std::uint32_t first;
    std::size_t size;
  };
  std::vector<Run> made;
  std::uint32_t number = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::size_t size = i % 100 == 7 ? 30'000 : random() % 50;
    runs.begin();
    if (i % 3 == 0) runs.make_room(size);
    const std::uint32_t first = number;
    for (std::size_t n = 0; n < size; ++n) runs.add(number++);
    CHECK(runs.present().size() == size);
    made.push_back({runs.place(), runs.present().data(), first, size});
  }
  for (const Run& run : made) {
    const auto found = runs.run(run.place, run.size);
    std::vector<std::uint32_t> expected(run.size);
    std::iota(expected.begin(), expected.end(), run.first);
    CHECK(std::ranges::equal(found, expected));
    if (run.size != 0) CHECK(found.data() == run.data);
  }
}

// With 100 in place of 2^32 elements.
TEST_CASE("no run begins where its place cannot tell") {
  Runs<std::uint32_t, 100> runs;
  std::vector<RunPlace> places;
  for (std::uint32_t size = 20'000; size < 20'040; ++size) {
    runs.begin();
    for (std::uint32_t n = 0; n < size; ++n) runs.add(size * 31 + n);
    places.push_back(runs.place());
    CHECK(places.back().first <= 100);
  }
  for (std::uint32_t size = 20'000; const RunPlace place : places) {
    const auto found = runs.run(place, size);
    std::vector<std::uint32_t> expected(size);
    std::iota(expected.begin(), expected.end(), size * 31);
    CHECK(std::ranges::equal(found, expected));
    ++size;
  }
}
