// Numbers by hashes: those that share a hash are told apart by the caller.
#include "ground/base/number_table.h"

#include <algorithm>
#include <vector>

#include "doctest/doctest.h"

using symkit::NumberTable;

namespace {

std::vector<std::uint32_t> asked(NumberTable& table, std::uint64_t hash) {
  std::vector<std::uint32_t> numbers;
  table.find(hash, [&](std::uint32_t number) {
    numbers.push_back(number);
    return false;
  });
  return numbers;
}

}  // namespace

TEST_CASE("an empty table has nothing, and no room") {
  NumberTable table;
  CHECK(table.room() == 0);
  CHECK(table.find(7, [](std::uint32_t) { return true; }) == nullptr);
}

TEST_CASE("a table grows") {
  NumberTable table;
  constexpr std::uint32_t many = 3'000;
  for (std::uint32_t i = 0; i < many; ++i) table.add(i % 2, i);
  for (const std::uint32_t wanted : {0U, 1U, 1'234U, many - 1}) {
    const auto* const found = table.find(wanted % 2, [&](std::uint32_t number) { return number == wanted; });
    REQUIRE(found != nullptr);
    CHECK(*found == wanted);
  }
  CHECK(asked(table, 2).empty());
}

TEST_CASE("each number is found by its hash, and one of several by what is asked") {
  NumberTable table;
  table.reserve(100);
  CHECK(table.room() >= 100);
  const auto hash_of = [](std::uint32_t number) {
    return (std::uint64_t{number % 3} << 32) | (number % 5 + 1);
  };
  for (std::uint32_t number = 0; number < 100; ++number) table.add(hash_of(number), number);
  for (std::uint32_t number = 0; number < 100; ++number) {
    const auto all = asked(table, hash_of(number));
    CHECK(std::ranges::count(all, number) == 1);
    CHECK(std::ranges::all_of(all, [&](std::uint32_t other) { return other % 5 == number % 5; }));
  }
  CHECK(asked(table, std::uint64_t{9} << 32).empty());
  std::uint32_t* const found = table.find(hash_of(49), [](std::uint32_t number) { return number == 49; });
  REQUIRE(found != nullptr);
  *found = 1000;
  CHECK(table.find(hash_of(49), [](std::uint32_t number) { return number == 49; }) == nullptr);
  CHECK(table.find(hash_of(49), [](std::uint32_t number) { return number == 1000; }) != nullptr);
  table.reserve(1);
  CHECK(asked(table, hash_of(49)).empty());
}
