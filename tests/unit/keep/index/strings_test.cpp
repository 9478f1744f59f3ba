#include "keep/index/strings.h"

#include <algorithm>
#include <random>

#include "doctest/doctest.h"

using namespace symkit::index;

namespace {

// Names that share long beginnings, as mangled names do, and some that are each other's beginnings.
std::vector<std::string> many_names() {
  std::mt19937 random(7);
  std::vector<std::string> names{
      "", "a", "aa", "aaaaaaaa", "aaaaaaaaa", "aaaaaaaaaaaaaaaa", "_ZN", "_ZN4shop6BasketE"};
  for (int i = 0; i < 12000; ++i) {
    std::string name = "_ZN4shop";
    while (random() % 4 != 0)
      name += std::to_string(random() % 3) + std::string(random() % 9, static_cast<char>('a' + random() % 3));
    names.push_back(name);
  }
  return names;
}

std::vector<std::string_view> sorted_by_workers(const std::vector<std::string>& names, unsigned jobs) {
  std::vector<SortedString> strings;
  for (const std::string& name : names)
    strings.push_back({.text = name, .slot = static_cast<std::uint32_t>(strings.size())});
  sort_strings(strings, jobs);
  std::vector<std::string_view> sorted;
  for (const SortedString& string : strings) {
    CHECK(string.text == names[string.slot]);
    sorted.push_back(string.text);
  }
  return sorted;
}

}  // namespace

TEST_CASE("strings are sorted by content, by any number of workers, and keep their slots") {
  const auto names = many_names();
  std::vector<std::string_view> expected(names.begin(), names.end());
  std::ranges::sort(expected);
  for (const unsigned jobs : {1U, 2U, 5U}) CHECK(sorted_by_workers(names, jobs) == expected);
}

TEST_CASE("many workers encode strings to the bytes that one does") {
  const auto names = many_names();
  std::vector<std::string_view> sorted = sorted_by_workers(names, 1);
  sorted.erase(std::ranges::unique(sorted).begin(), sorted.end());
  REQUIRE(sorted.size() > 4096);
  std::vector<NamedFunction> functions;
  for (std::uint32_t i = 0; i < sorted.size(); i += 7) functions.push_back({i, i * 16});
  const EncodedStrings one = encode_strings(sorted, functions, 1),
                       many = encode_strings(sorted, functions, 3);
  CHECK(one.groups == many.groups);
  CHECK(one.offsets == many.offsets);
}

TEST_CASE("each string is read back by its number, each function found by its name") {
  const auto names = many_names();
  std::vector<std::string_view> sorted = sorted_by_workers(names, 1);
  sorted.erase(std::ranges::unique(sorted).begin(), sorted.end());
  std::vector<NamedFunction> functions;
  for (std::uint32_t i = 0; i < sorted.size(); i += 3) {
    functions.push_back({i, i * 16});
    if (i % 2 == 0) functions.push_back({i, i * 16 + 1'000'000});
  }
  const EncodedStrings encoded = encode_strings(sorted, functions, 1);
  const StringTable table(encoded.groups, encoded.offsets, static_cast<std::uint32_t>(sorted.size()));
  std::string text;
  for (std::uint32_t i = 0; i < sorted.size(); ++i) {
    table.read(i, text);
    CHECK(text == sorted[i]);
    const auto found = table.functions_named(sorted[i]);
    if (i % 3 != 0) {
      CHECK(found.empty());
    } else {
      REQUIRE(found.size() == (i % 2 == 0 ? 2 : 1));
      CHECK(found[0] == i * 16);
      if (i % 2 == 0) CHECK(found[1] == i * 16 + 1'000'000);
    }
  }
  CHECK(table.functions_named("_ZN4nobodyE").empty());
  table.read(static_cast<std::uint32_t>(sorted.size()), text);
  CHECK(text.empty());
}

TEST_CASE("names that begin alike are found across groups, and all functions in the order of their names") {
  std::vector<std::string> names;
  for (int i = 0; i < 60; ++i) names.push_back("copy@V" + std::to_string(100 + i));
  for (int i = 0; i < 40; ++i) names.push_back("b" + std::to_string(i));
  names.push_back("copyA");
  std::vector<std::string_view> sorted = sorted_by_workers(names, 1);
  std::vector<NamedFunction> functions;
  for (std::uint32_t i = 0; i < sorted.size(); ++i) functions.push_back({i, i * 16});
  const EncodedStrings encoded = encode_strings(sorted, functions, 1);
  const StringTable table(encoded.groups, encoded.offsets, static_cast<std::uint32_t>(sorted.size()));
  std::vector<std::uint64_t> found;
  table.append_functions_beginning("copy@", found);
  REQUIRE(found.size() == 60);
  CHECK(found.front() == 40 * 16);
  CHECK(found.back() == 99 * 16);
  found.clear();
  table.append_functions_beginning("copz", found);
  CHECK(found.empty());
  std::uint32_t seen = 0;
  table.each_function([&](std::uint32_t number, std::uint64_t begin) {
    CHECK(number == seen++);
    CHECK(begin == number * 16);
  });
  CHECK(seen == sorted.size());
}

TEST_CASE("an empty table finds nothing") {
  const StringTable table;
  CHECK(table.functions_named("main").empty());
}
