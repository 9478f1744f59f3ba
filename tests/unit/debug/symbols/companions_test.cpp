// An image prepared with the file beside it that has the rest of its debug information: whole, cut off at
// every byte, and with single bits changed.
#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "doctest/doctest.h"

#include "debug/symbols/missing_units.h"
#include "debug/symbols/prepare.h"
#include "ground/base/words.h"
#include "keep/index/native_index.h"
#include "support/memory_companion.h"

using namespace symkit;

namespace {

using Buffer = std::vector<std::uint8_t>;

Buffer file_at(std::string_view path) {
  std::ifstream in(say(SYMKIT_TEST_DATA, "/", path), std::ios::binary);
  Buffer bytes{std::istreambuf_iterator<char>(in), {}};
  REQUIRE(!bytes.empty());
  return bytes;
}

struct Pair {
  std::string_view image;
  std::string_view companion;
};

constexpr std::array pairs = {
    Pair{"native/elf-split/tokenizer-gcc-dwarf4-split.so", "native/elf-split/number-gcc-dwarf4.dwo"},
    Pair{"native/elf-split/tokenizer-gcc-dwarf5-split.so", "native/elf-split/number-gcc-dwarf5.dwo"},
    Pair{"native/elf-split/tokenizer-clang-dwarf5-split.so",
         "native/elf-split/packaged/tokenizer-clang-dwarf5-split.so.dwp"},
};

// How many units are missing; nothing where there is no index, which may not be.
std::uint64_t missing_with(Bytes image_bytes, Bytes companion_bytes) {
  const auto file = container::open_bytes(image_bytes, "image");
  REQUIRE(file.has_value());
  test::MemoryCompanion companion(companion_bytes);
  symbols::PrepareOptions how;
  how.companions = &companion;
  const auto made = symbols::prepare(*(*file)->images().front(), how);
  REQUIRE(made.has_value());
  const auto index = index::NativeIndex::open(*made);
  REQUIRE(index.has_value());
  CHECK(symbols::missing_units(*(*file)->images().front(), companion, 1) == index->split().units);
  return index->split().units;
}

}  // namespace

TEST_CASE("progress counts what is read of split files, beside what is read of the image") {
  const Buffer image_bytes = file_at(pairs[2].image), package_bytes = file_at(pairs[2].companion);
  const auto file = container::open_bytes(image_bytes, "image");
  const auto package = container::open_bytes(package_bytes, "package");
  REQUIRE(file.has_value());
  REQUIRE(package.has_value());
  test::MemoryCompanion companion(package_bytes);
  std::uint64_t own = 0, elsewhere = 0;
  symbols::PrepareOptions how;
  how.companions = &companion;
  how.advanced = [&](std::uint64_t bytes) { own += bytes; };
  how.advanced_elsewhere = [&](std::uint64_t bytes) { elsewhere += bytes; };
  REQUIRE(symbols::prepare(*(*file)->images().front(), how).has_value());
  CHECK(own == symbols::debug_bytes(*(*file)->images().front()));
  // There are no type units: every unit of the package is read once.
  const auto& sections = (*package)->images().front()->sections();
  const auto info = std::ranges::find(sections, ".debug_info.dwo", &container::Section::name);
  REQUIRE(info != sections.end());
  CHECK(elsewhere == info->size);
  CHECK(elsewhere > own);
}

TEST_CASE("a split file costs what it lacks, wherever it is cut off") {
  for (const Pair& pair : pairs) {
    CAPTURE(pair.companion);
    const Buffer image = file_at(pair.image), companion = file_at(pair.companion);
    const std::uint64_t least = missing_with(image, companion);
    CHECK(least < 3);
    CHECK(missing_with(image, {}) == 3);
    for (std::size_t size = 0; size < companion.size(); ++size) {
      const Buffer cut(companion.begin(), companion.begin() + static_cast<std::ptrdiff_t>(size));
      CHECK(missing_with(image, cut) >= least);
    }
  }
}

TEST_CASE("a bit that is wrong in a split file is survived") {
  for (const Pair& pair : pairs) {
    CAPTURE(pair.companion);
    const Buffer image = file_at(pair.image);
    Buffer companion = file_at(pair.companion);
    for (std::size_t i = 0; i < companion.size(); ++i) {
      const std::uint8_t bit = static_cast<std::uint8_t>(1U << i % 8);
      companion[i] ^= bit;
      CHECK(missing_with(image, companion) <= 3);
      companion[i] ^= bit;
    }
  }
}

TEST_CASE("a shared file that is cut off costs names, and one that is the image itself leads nowhere") {
  for (const int version : {4, 5}) {
    const Buffer image = file_at(say("dwz/market-", version, ".so"));
    const Buffer shared = file_at(say("dwz/shared-", version, ".debug"));
    for (std::size_t size = 0; size < shared.size(); size += 7) {
      const Buffer cut(shared.begin(), shared.begin() + static_cast<std::ptrdiff_t>(size));
      CHECK(missing_with(image, cut) == 0);
    }
    CHECK(missing_with(image, image) == 0);
  }
}
