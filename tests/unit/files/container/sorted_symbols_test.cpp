// Symbols by place and by name: sorted, in one pass over all, and read as far as needed, they are the same.
#include "files/container/sorted_symbols.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "files/container/open.h"
#include "ground/base/hex.h"
#include "ground/base/words.h"

using namespace symkit;
using container::Image;

namespace {

namespace fs = std::filesystem;

std::string told(const std::vector<container::Symbol>& symbols) {
  std::string text;
  for (const container::Symbol& symbol : symbols)
    text += say(hex(symbol.address.value), '+', symbol.size, ' ', symbol.name, ' ', symbol.source_file, ' ',
                symbol.section, symbol.in_code ? " code" : "", '\n');
  return text;
}

std::string told(const Image::Nearby& nearby) {
  return say(hex(nearby.begin.value), '-', hex(nearby.end.value), '\n', told(nearby.symbols));
}

std::string told(const Image::Named& named) {
  return say(named.has_local_functions ? "local\n" : "", told(named.symbols));
}

void check_places(const Image& image, const std::vector<container::Symbol>& all,
                  const container::SortedSymbols& sorted) {
  std::vector<std::uint64_t> addresses = {0, 1, UINT64_MAX};
  for (const container::Symbol& symbol : all)
    for (const std::uint64_t at : {std::uint64_t{0}, symbol.size / 2, symbol.size})
      addresses.push_back(symbol.address.value + at);
  for (const std::uint64_t first : addresses)
    for (const std::uint64_t more : {std::uint64_t{0}, std::uint64_t{40}}) {
      CAPTURE(hex(first));
      const FileAddress last{first > UINT64_MAX - more ? first : first + more};
      const std::string expected = told(image.nearby_of(all, {first}, last));
      CHECK(told(sorted.near({first}, last)) == expected);
      const auto quick = image.symbols_near({first}, last);
      REQUIRE(quick);
      if (*quick) CHECK(told(**quick) == expected);
    }
}

void check_names(const Image& image, const std::vector<container::Symbol>& all,
                 container::SortedSymbols& sorted) {
  std::vector<std::string> names = {"no_such_name", "m", "@", ".abi0"};
  for (const container::Symbol& symbol : all) {
    const std::string_view name = image.plain_name(symbol.name);
    names.emplace_back(name);
    names.emplace_back(name.substr(0, name.find('@', 1)));
    names.emplace_back(name.substr(0, name.size() / 2));
  }
  for (const std::string& name : names) {
    CAPTURE(name);
    const std::string expected = told(image.named_among(all, name));
    CHECK(told(sorted.named(name)) == expected);
    const auto quick = image.symbols_named(name);
    REQUIRE(quick);
    if (*quick && !(*quick)->symbols.empty())
      CHECK(told((*quick)->symbols) == told(image.named_among(all, name).symbols));
  }
}

}  // namespace

TEST_CASE("Symbols near an address and of a name are the same, however they are found") {
  std::size_t images = 0;
  for (const std::string_view folder : {"native", "windows", "wasm", "mini", "folded", "debug-map"})
    for (const auto& entry : fs::recursive_directory_iterator(say(SYMKIT_TEST_DATA "/", folder))) {
      if (!entry.is_regular_file()) continue;
      const std::string path = entry.path();
      const auto file = container::open_file(path);
      if (!file) continue;
      CAPTURE(path);
      for (const auto& image : (*file)->images()) {
        const auto all = image->symbols();
        if (!all || all->size() > 2000) continue;
        container::SortedSymbols sorted(*image, *all);
        check_places(*image, *all, sorted);
        check_names(*image, *all, sorted);
        ++images;
      }
    }
  CHECK(images > 50);
}
