// What is nearly sorted, sorted: the same as std::stable_sort makes of it.
#include "debug/symbols/merge_runs.h"

#include <random>

#include "doctest/doctest.h"

using symkit::symbols::RunMerger;

namespace {

struct Item {
  int key;
  int number;  // in the list
  bool operator==(const Item&) const = default;
};
using Items = std::vector<Item>;

void check(RunMerger<Item>& merger, const std::vector<int>& keys) {
  Items items, expected;
  for (const int key : keys) items.push_back({key, static_cast<int>(items.size())});
  expected = items;
  std::ranges::stable_sort(expected, {}, &Item::key);
  const auto sorted = merger.sorted(items, &Item::key);
  CHECK(Items(sorted.begin(), sorted.end()) == expected);
}

}  // namespace

TEST_CASE("nothing, one run, many runs, and all the wrong way round") {
  RunMerger<Item> merger;
  check(merger, {});
  check(merger, {1, 2, 2, 9});
  check(merger, {5, 6, 7, 1, 5, 8, 0, 5});
  check(merger, {9, 8, 7, 6, 5, 4, 3, 2, 1});
}

TEST_CASE("equals stay in their order, whatever the list, and the memory serves the next one") {
  RunMerger<Item> merger;
  std::mt19937 random(3);
  for (int round = 0; round < 500; ++round) {
    std::vector<int> keys(random() % 200);
    for (int& key : keys) key = static_cast<int>(random() % 40);
    check(merger, keys);
  }
}

TEST_CASE("one run is handed back where it is") {
  RunMerger<Item> merger;
  const Items items = {{1, 0}, {1, 1}, {4, 2}};
  CHECK(merger.sorted(items, &Item::key).data() == items.data());
}
