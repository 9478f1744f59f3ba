// Who knows which function, and how what several sources say becomes one line.
#include "debug/listing/listing.h"

#include "doctest/doctest.h"

#include "ground/base/words.h"
#include "support/fake_image.h"

using namespace symkit;
using namespace symkit::test;

namespace {

// "1000+20 name [FSDX]": F function, X external, P part, S symbols, D debug information, T starts, ? size
// reaches to whatever is next.
std::vector<std::string> lines_of(const listing::Listing& listing) {
  std::vector<std::string> lines;
  for (const listing::Function& f : listing.functions()) {
    std::string tags;
    const auto tag = [&](bool is_so, char letter) {
      if (is_so) tags += letter;
    };
    tag(f.is_function, 'F');
    tag(f.is_external, 'X');
    tag(f.is_part, 'P');
    tag(f.known_to.symbols, 'S');
    tag(f.known_to.debug_info, 'D');
    tag(f.known_to.starts, 'T');
    tag(!f.has_own_size, '?');
    lines.push_back(say(hex(f.begin), "+", hex(f.size), " ", f.name, " ", tags));
  }
  return lines;
}

std::vector<std::string> list(const FakeImage& image, listing::Sources sources = listing::all_sources) {
  std::vector<std::string> warnings;
  const auto listing =
      listing::Listing::of(image, sources, 1, [&](std::string text) { warnings.push_back(text); });
  REQUIRE(listing.has_value());
  CHECK(warnings.empty());
  return lines_of(*listing);
}

using Lines = std::vector<std::string>;

struct Named {
  const char* name;
  const char* linkage_name;
  std::uint64_t begin;
  std::uint64_t size;
};

void add_functions(SynthDwarf& dwarf, const std::vector<Named>& functions) {
  using namespace dwarf;
  dwarf.begin_unit();
  dwarf.open(DW_TAG_compile_unit, {{DW_AT_language, DW_FORM_data2, DW_LANG_C_plus_plus_14}});
  dwarf.open(DW_TAG_namespace, {{DW_AT_name, DW_FORM_string, "shop"}});
  for (const Named& f : functions) {
    std::vector<SynthAttribute> attributes{{DW_AT_name, DW_FORM_string, f.name},
                                           {DW_AT_low_pc, DW_FORM_addr, f.begin},
                                           {DW_AT_high_pc, DW_FORM_data4, f.size}};
    if (f.linkage_name != nullptr) attributes.push_back({DW_AT_linkage_name, DW_FORM_string, f.linkage_name});
    dwarf.entry(DW_TAG_subprogram, attributes);
  }
  dwarf.close().close().end_unit();
}

}  // namespace

TEST_CASE("three sources at one address become one line, with the size of the one that knows it") {
  SynthDwarf dwarf;
  add_functions(dwarf, {{"total", "_ZN4shop5totalEv", 0x1000, 0x18}});
  FakeImage image;
  image.add_code(0x1000, 0x100).add_debug(dwarf);
  image.add_symbol("_ZN4shop5totalEv", 0x1000, 0x20);
  image.starts = {{0x1000}};
  CHECK(list(image) == Lines{"0x1000+0x18 _ZN4shop5totalEv FXSDT"});
  CHECK(list(image, {.starts = true}) == Lines{"0x1000+0x100  FT?"});
  CHECK(list(image, {.symbols = true}) == Lines{"0x1000+0x20 _ZN4shop5totalEv FXS"});
  CHECK(list(image, {.debug_info = true}) == Lines{"0x1000+0x18 _ZN4shop5totalEv FD"});
}

TEST_CASE("a size that nobody knows reaches to the next start of any source, or to the end of the section") {
  FakeImage image;
  image.add_code(0x1000, 0x100).add_code(0x2000, 0x40);
  image.add_symbol("a", 0x1000);
  image.add_symbol("b", 0x1080);
  image.add_symbol("c", 0x2010);
  image.starts = {{0x1040}};
  CHECK(list(image) ==
        Lines{"0x1000+0x40 a FXS?", "0x1040+0x40  FT?", "0x1080+0x80 b FXS?", "0x2010+0x30 c FXS?"});
  CHECK(list(image, {.symbols = true}) ==
        Lines{"0x1000+0x80 a FXS?", "0x1080+0x80 b FXS?", "0x2010+0x30 c FXS?"});
}

TEST_CASE("a name without a mangling is one with the symbol that spells it; another symbol keeps its line") {
  SynthDwarf dwarf;
  add_functions(dwarf, {{"total", nullptr, 0x1000, 0x10},
                        {"~Basket", nullptr, 0x1010, 0x10},
                        {"operator()", nullptr, 0x1020, 0x10},
                        {"plain", nullptr, 0x1030, 0x10},
                        {"other", nullptr, 0x1040, 0x10}});
  FakeImage image;
  image.add_code(0x1000, 0x100).add_debug(dwarf);
  image.add_symbol("_ZN4shop5totalEv", 0x1000, 0x10);
  image.add_symbol("_ZN4shop6BasketD2Ev", 0x1010, 0x10);
  image.add_symbol("_ZNK4shopUliE_clEi", 0x1020, 0x10);
  image.add_symbol("plain.cold", 0x1030, 0x10);
  image.add_symbol("alias", 0x1040, 0x10);
  CHECK(list(image) == Lines{"0x1000+0x10 _ZN4shop5totalEv FXSD", "0x1010+0x10 _ZN4shop6BasketD2Ev FXSD",
                             "0x1020+0x10 _ZNK4shopUliE_clEi FXSD", "0x1030+0x10 plain.cold FXSD",
                             "0x1040+0x10 shop::other FD", "0x1040+0x10 alias FXS"});
}

TEST_CASE("functions folded into one and aliases keep a line each, doubles do not") {
  SynthDwarf dwarf;
  add_functions(dwarf,
                {{"a", "_Z1av", 0x1000, 0x10}, {"b", "_Z1bv", 0x1000, 0x10}, {"b", "_Z1bv", 0x1000, 0x10}});
  FakeImage image;
  image.add_code(0x1000, 0x100).add_debug(dwarf);
  for (const char* name : {"_Z1bv", "_Z1cv", "_Z1cv"}) image.add_symbol(name, 0x1000, 0x10);
  image.starts = {{0x1000}};
  CHECK(list(image) == Lines{"0x1000+0x10 _Z1av FDT", "0x1000+0x10 _Z1bv FXSDT", "0x1000+0x10 _Z1cv FXST"});
}

TEST_CASE("of a function in several ranges each is listed, all but the first as parts") {
  SynthDwarf dwarf;
  using namespace dwarf;
  dwarf.begin_unit();
  dwarf.open(DW_TAG_compile_unit);
  dwarf.entry(DW_TAG_subprogram, {{DW_AT_name, DW_FORM_string, "f"}, {DW_AT_ranges, DW_FORM_sec_offset, 0}});
  dwarf.close().end_unit();
  for (const std::uint64_t address :
       std::initializer_list<std::uint64_t>{0x1080, 0x1090, 0x1000, 0x1008, 0, 0})
    dwarf.ranges.address(address);
  FakeImage image;
  image.add_code(0x1000, 0x100).add_debug(dwarf);
  image.add_symbol("f.cold", 0x1000, 8);
  CHECK(list(image) == Lines{"0x1000+0x8 f.cold FXPSD", "0x1080+0x10 f FD"});
}

TEST_CASE(
    "what a linker deleted, data and symbols outside of the code are no functions; labels are not called "
    "so") {
  SynthDwarf dwarf;
  add_functions(dwarf, {{"gone", nullptr, 0, 0x10}});
  FakeImage image;
  image.add_code(0x1000, 0x100).add_debug(dwarf);
  image.add_symbol("label", 0x1000).kind = container::SymbolKind::Unspecified;
  image.add_symbol("table", 0x1010).kind = container::SymbolKind::Data;
  image.add_symbol("elsewhere", 0x9000);
  CHECK(list(image) == Lines{"0x1000+0x100 label XS?"});
}

TEST_CASE("many names at one address take no longer than as many elsewhere") {
  FakeImage image;
  std::deque<std::string> names;
  image.add_code(0x1000, 0x100);
  for (int i = 0; i < 200'000; ++i) image.add_symbol(names.emplace_back(say("s", i)), 0x1000, 1);
  CHECK(list(image).size() == 200'000);
}

TEST_CASE("an index lists what it answers, whole functions and not the pieces they lie in") {
  SynthDwarf dwarf;
  add_functions(dwarf, {{"total", nullptr, 0x1000, 0x20}});
  FakeImage image;
  image.base = 0x1000;
  image.add_code(0x1000, 0x100).add_debug(dwarf);
  image.add_symbol("tail", 0x1040, 0x10);
  image.starts = {{0x1080}};
  const Prepared prepared(image);
  const auto all = listing::Listing::of(prepared.index(), listing::all_sources);
  REQUIRE(all.has_value());
  CHECK(lines_of(*all) == Lines{"0x1000+0x20 shop::total FD", "0x1040+0x10 tail FS", "0x1080+0x80  FT"});
  const auto described = listing::Listing::of(prepared.index(), {.debug_info = true});
  REQUIRE(described.has_value());
  CHECK(lines_of(*described) == Lines{"0x1000+0x20 shop::total FD"});
}
