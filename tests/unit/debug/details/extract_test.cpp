#include "debug/details/extract.h"

#include <doctest/doctest.h>

#include "debug/details/details.h"
#include "files/container/open.h"

namespace symkit::details {
namespace {

// A file and what was extracted of it, opened again.
struct Pair {
  std::unique_ptr<container::File> whole;
  Extract part;
  std::unique_ptr<container::File> opened;

  const container::Image& before() const { return *whole->images().front(); }
  const container::Image& after() const { return *opened->images().front(); }
};

Pair extracted(const std::string& fixture) {
  Pair pair;
  auto file = container::open_file(SYMKIT_TEST_DATA "/native/" + fixture);
  REQUIRE(file);
  pair.whole = std::move(*file);
  auto part = extract(pair.before());
  REQUIRE(part);
  pair.part = std::move(*part);
  auto opened = container::open_bytes(pair.part.bytes, "part");
  REQUIRE(opened);
  pair.opened = std::move(*opened);
  return pair;
}

void check_same(const Pair& pair) {
  CHECK(pair.after().id() == pair.before().id());
  CHECK(pair.after().symbols()->size() == pair.before().symbols()->size());
  CHECK(pair.after().function_starts()->size() == pair.before().function_starts()->size());
  const auto& before = pair.before().sections();
  const auto& after = pair.after().sections();
  REQUIRE(before.size() == after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    CHECK(before[i].name == after[i].name);
    CHECK(before[i].address == after[i].address);
    const bool is_debug = after[i].name.find("debug_") != std::string_view::npos;
    if (is_debug) CHECK(after[i].data.empty());
  }
}

#ifdef SYMKIT_WITHOUT_LIEF
constexpr bool without_lief = true;
#else
constexpr bool without_lief = false;
#endif

Details ask(const std::string& fixture) {
  const auto file = container::open_file(SYMKIT_TEST_DATA "/native/" + fixture);
  REQUIRE(file);
  const auto found = Inquiry(*(*file)->images().front(), lief_program()).finish();
  REQUIRE_MESSAGE(found.has_value(), (found ? "" : found.error().message));
  return *found;
}

const Undefined& symbol(const Details& details, std::string_view name) {
  for (const Undefined& one : details.undefined)
    if (one.name == name) return one;
  FAIL("there is no such symbol");
  return details.undefined.front();
}

}  // namespace

TEST_CASE("an extract is small, and still the same image to our own readers") {
  for (const char* fixture :
       {"linked/soup", "elf-container/market-full.so", "elf-arch/market-s390x-clang-dwarf5.so",
        "elf-arch/tokenizer-i386-clang-dwarf5.so", "elf-container/market-stripped.so.debug",
        "elf-container/sensor-gcc.o", "linked/Soup", "linked/Soup-chained", "macho/object/tokenizer-i386.o",
        "macho/arm64/libmarket.dylib.dSYM/Contents/Resources/DWARF/libmarket.dylib"}) {
    CAPTURE(fixture);
    const Pair pair = extracted(fixture);
    check_same(pair);
    CHECK(pair.part.has_symbols);
    CHECK(pair.part.bytes.size() < 10'000);
  }
}

TEST_CASE("LIEF says where undefined symbols are from: versions in ELF" * doctest::skip(without_lief)) {
  const Details soup = ask("linked/soup");
  REQUIRE(soup.libraries.size() == 2);
  CHECK(soup.libraries[0].name == "libspice.so");
  CHECK(soup.search_paths == std::vector<std::string>{"/opt/soup/lib"});
  CHECK(symbol(soup, "spice_heat").library == 1);
  CHECK(symbol(soup, "spice_heat").version == "SPICE_1.0");
  CHECK(symbol(soup, "spice_count").version == "SPICE_1.10");
  CHECK(symbol(soup, "garnish").library == 0);
  CHECK(symbol(soup, "garnish").weak);
  CHECK(ask("linked/libspice.so").own_name == "libspice.so");
}

TEST_CASE("LIEF says where undefined symbols are from: ordinals in Mach-O, whatever the fixups" *
          doctest::skip(without_lief)) {
  for (const char* fixture : {"linked/Soup", "linked/Soup-chained"}) {
    CAPTURE(fixture);
    const Details soup = ask(fixture);
    REQUIRE(soup.libraries.size() == 2);
    CHECK(soup.libraries[0].name == "@rpath/libspice.dylib");
    CHECK(soup.libraries[1].kind == "weak");
    CHECK(soup.search_paths == std::vector<std::string>{"@executable_path/Frameworks"});
    CHECK(symbol(soup, "_spice_heat").library == 1);
    CHECK(symbol(soup, "_garnish").library == 2);
    CHECK(symbol(soup, "_garnish").weak);
  }
  CHECK(ask("linked/libspice.dylib").own_name == "@rpath/libspice.dylib");
}

}  // namespace symkit::details
