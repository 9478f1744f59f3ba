// Pitfalls of symbol tables, function starts and text bases, seen in the answers of the index.
#include "support.h"

using namespace symkit;
using namespace symkit::dwarf;
using namespace symkit::test;

namespace {

FakeImage image_with_code() {
  FakeImage image;
  image.add_code(0x1000, 0x1000);
  return image;
}

}  // namespace

TEST_CASE("STT_FUNC, STT_GNU_IFUNC and NOTYPE in code all name it; data does not") {
  using container::SymbolKind;
  for (const auto& [kind, in_code] : {std::pair{SymbolKind::Function, true},
                                      {SymbolKind::IndirectFunction, true},
                                      {SymbolKind::Unspecified, true},
                                      {SymbolKind::Data, false}}) {
    FakeImage image = image_with_code();
    image.add_section(".data", 0x4000, 0x100, false);
    container::Symbol& symbol = image.add_symbol("s", in_code ? 0x1100 : 0x4000, 0x10);
    symbol.kind = kind;
    symbol.in_code = in_code;
    image.add_symbol("other", 0x1800, 4);
    const Prepared prepared(image);
    CHECK(prepared.at(0x1104) == (in_code ? "s ?:0" : "nothing"));
    CHECK(prepared.at(0x4004) == "nothing");
  }
}

TEST_CASE("size 0 reaches to the next symbol, or to the section's end") {
  FakeImage image = image_with_code();
  image.add_symbol("first", 0x1100).kind = container::SymbolKind::Unspecified;
  image.add_symbol("second", 0x1180, 0x10);
  image.add_symbol("last", 0x1f00);
  const Prepared prepared(image);
  CHECK(prepared.at(0x117f) == "first ?:0");
  CHECK(prepared.at(0x118f) == "second ?:0");
  CHECK(prepared.at(0x1190) == "nothing");
  CHECK(prepared.at(0x1fff) == "last ?:0");
  CHECK(prepared.at(0x2000) == "nothing");
  CHECK(prepared.at(0x10ff) == "nothing");
}

TEST_CASE("a size beyond the section ends with the section") {
  FakeImage image = image_with_code();
  image.add_symbol("f", 0x1f00, ~std::uint64_t{0});
  const Prepared prepared(image);
  CHECK(prepared.at(0x1fff) == "f ?:0");
  CHECK(prepared.at(0x2000) == "nothing");
}

TEST_CASE("of several names for one address ours has no version; LLVM's is the last of the file") {
  FakeImage image = image_with_code();
  image.add_symbol("memcpy", 0x1100, 0x20);
  image.add_symbol("memcpy@@GLIBC_2.14", 0x1100, 0x20);
  image.add_symbol("memcpy@GLIBC_2.2.5", 0x1200, 0x20);
  const Prepared prepared(image);
  CHECK(prepared.at(0x1104) == "memcpy ?:0");
  CHECK(prepared.symbol_at(0x1104) == "memcpy@@GLIBC_2.14+4");
  CHECK(prepared.at(0x1204) == "memcpy@GLIBC_2.2.5 ?:0");  // better than none
}

TEST_CASE("debug information comes before symbols; their name is kept beside it") {
  SynthDwarf dwarf;
  begin_unit(dwarf);
  dwarf.entry(DW_TAG_subprogram, named("total", 0x1100, 0x20));
  end_unit(dwarf);
  FakeImage image = image_with_code();
  image.add_debug(dwarf);
  image.add_symbol("alias_of_total", 0x1100, 0x40);
  const Prepared prepared(image);
  CHECK(prepared.at(0x1110) == "total ?:0");
  CHECK(prepared.symbol_at(0x1110) == "alias_of_total+16");
  CHECK(prepared.at(0x1130) == "alias_of_total ?:0");
}

TEST_CASE("nlist: the leading underscore goes, in Mach-O only and only one") {
  for (const bool macho : {false, true}) {
    FakeImage image = image_with_code();
    image.its_format = macho ? container::Format::MachO : container::Format::Elf;
    image.add_symbol("_main", 0x1100);
    image.add_symbol("__ZN4shop5totalEv", 0x1200);
    image.add_symbol("-[Shop total]", 0x1300);
    const Prepared prepared(image);
    CHECK(prepared.at(0x1104) == (macho ? "main ?:0" : "_main ?:0"));
    CHECK(prepared.at(0x1204) == (macho ? "_ZN4shop5totalEv ?:0" : "__ZN4shop5totalEv ?:0"));
    CHECK(prepared.at(0x1304) == "-[Shop total] ?:0");
  }
}

TEST_CASE("nothing but function starts: no name, and how far behind the start") {
  FakeImage image = image_with_code();
  image.its_format = container::Format::MachO;
  image.starts = {{0x1100}, {0x1140}, {0x9999999}};
  const Prepared prepared(image);
  CHECK(prepared.at(0x1120) == "? ?:0");
  CHECK(prepared.range_at(0x1120) == "4352-4416 3");
  CHECK(prepared.range_at(0x1fff) == "4416-8192 3");
  CHECK(prepared.at(0x10ff) == "nothing");
}

TEST_CASE("a function start between symbols ends the symbol") {
  FakeImage image = image_with_code();
  image.its_format = container::Format::MachO;
  image.starts = {{0x1100}, {0x1140}};
  image.add_symbol("_f", 0x1100);
  image.add_symbol("_g", 0x1180);
  const Prepared prepared(image);
  CHECK(prepared.at(0x113f) == "f ?:0");
  CHECK(prepared.at(0x1140) == "? ?:0");
  CHECK(prepared.range_at(0x1150) == "4416-4480 3");
  CHECK(prepared.at(0x1180) == "g ?:0");
}

TEST_CASE("same-named statics are all found by their name") {
  SynthDwarf dwarf;
  for (const std::uint64_t at : {0x1300U, 0x1100U}) {
    begin_unit(dwarf);
    dwarf.entry(DW_TAG_subprogram, named("parse", at, 0x10 + at / 0x100));
    end_unit(dwarf);
  }
  FakeImage image = image_with_code();
  image.add_debug(dwarf);
  image.add_symbol("parse", 0x1500, 0x30);
  const Prepared prepared(image);
  CHECK(prepared.index().functions_named("parse") ==
        std::vector{ImageOffset{0x1100}, ImageOffset{0x1300}, ImageOffset{0x1500}});
  CHECK(prepared.index().functions_named("pars").empty());
  CHECK(prepared.index().functions_named("parse2").empty());
}

TEST_CASE("all names of the symbol table at one address are found, and one of them answers") {
  SynthDwarf dwarf;
  begin_unit(dwarf);
  dwarf.entry(DW_TAG_subprogram, named("clone_impl", 0x1100, 0x20));
  dwarf.entry(DW_TAG_subprogram, named("check", 0x1200, 0x20));
  end_unit(dwarf);
  FakeImage image = image_with_code();
  image.add_debug(dwarf);
  for (const char* name : {"clone", "__clone", "clone@@V2", "clone_impl"})
    image.add_symbol(name, 0x1100, 0x20);
  image.add_symbol("check.isra.0", 0x1200, 0x20);
  image.add_symbol("data", 0x1100).in_code = false;
  const Prepared prepared(image);
  CHECK(prepared.symbol_at(0x1104) == "clone_impl+4");
  for (const char* name : {"clone", "__clone", "clone_impl", "clone@@V2", "check.isra.0"})
    CHECK(prepared.index().functions_named(name).size() == 1);
  CHECK(prepared.index().functions_named("data").empty());
  CHECK(prepared.index().functions_named("check").empty());  // the symbol table calls it otherwise
}

TEST_CASE("a name is found by its versions, too") {
  FakeImage image = image_with_code();
  image.add_symbol("__create_2_1", 0x1100, 0x20);
  image.add_symbol("create@@V2", 0x1100, 0x20);
  image.add_symbol("create@V1", 0x1200, 0x20);
  image.add_symbol("create.cold", 0x1300, 0x20);
  image.add_symbol("create_all@@V2", 0x1400, 0x20);
  const Prepared prepared(image);
  CHECK(prepared.index().functions_named("create") == std::vector{ImageOffset{0x1100}, ImageOffset{0x1200}});
  CHECK(prepared.index().functions_named("create@V1") == std::vector{ImageOffset{0x1200}});
  CHECK(prepared.index().functions_named("creat").empty());
}

TEST_CASE("a symbol below the text base is dropped, not wrapped around") {
  FakeImage image;
  image.base = 0x100004000;
  image.add_code(0x100004000, 0x1000);
  image.add_symbol("below", 0x100003ff0, 0x20);
  image.add_symbol("at_zero", 0, 0x20);
  image.add_symbol("f", 0x100004100, 0x20);
  const Prepared prepared(image);
  CHECK(prepared.at(0x100004004) == "nothing");
  CHECK(prepared.at(0x100003ff4) == "nothing");
  CHECK(prepared.at(0x100004104) == "f ?:0");
  CHECK(prepared.index().functions_named("below").empty());
}

TEST_CASE("a text base is whatever the image says: offsets count from it") {
  for (const std::uint64_t base : {std::uint64_t{0}, std::uint64_t{0x4000}, std::uint64_t{0x7ff81234000},
                                   std::uint64_t{0xffffffff81000000}}) {
    SynthDwarf dwarf;
    SynthLines lines(dwarf);
    lines.files = {{"a.c", 0}};
    lines.set_address(base + 0x1100).row(10).row(11, 0x10).end_sequence(0x10);
    begin_unit(dwarf, lines.finish());
    dwarf.open(DW_TAG_subprogram, named("f", base + 0x1100, 0x20));
    dwarf.entry(DW_TAG_inlined_subroutine, called(named("g", base + 0x1108, 8), 3)).close();
    end_unit(dwarf);
    FakeImage image;
    image.base = base;
    image.add_code(base + 0x1000, 0x1000).add_debug(dwarf);
    image.add_symbol("s", base + 0x1200, 0x10);
    const Prepared prepared(image);
    CAPTURE(base);
    CHECK(prepared.index().text_base().value == base);
    CHECK(prepared.at(base + 0x1108) == "g /b/a.c:10 < f /b/a.c:3");
    CHECK(prepared.at(base + 0x111f) == "f /b/a.c:11");
    CHECK(prepared.at(base + 0x1204) == "s ?:0");
    CHECK(prepared.range_at(base + 0x1100) == "4352-4384 0");
  }
}

TEST_CASE("symbols of Thumb code name every halfword") {
  FakeImage image = image_with_code();
  image.its_architecture = Architecture::Armv7;
  image.add_symbol("thumb", 0x1102, 6);  // the container has cleared the Thumb bit
  const Prepared prepared(image);
  CHECK(prepared.at(0x1101) == "nothing");
  for (std::uint64_t at = 0x1102; at < 0x1108; ++at) CHECK(prepared.at(at) == "thumb ?:0");
  CHECK(prepared.at(0x1108) == "nothing");
}

TEST_CASE("an image without functions gives no index") {
  CHECK(Prepared(image_with_code()).is_empty());
  FakeImage image;
  image.add_section(".data", 0x1000, 0x100, false);
  image.add_symbol("data", 0x1000, 8).in_code = false;
  CHECK(Prepared(image).is_empty());
}

TEST_CASE("Mach-O names of sections are cut at 16 characters and still found") {
  SynthDwarf dwarf({.version = 5});
  dwarf.begin_unit();
  dwarf.open(DW_TAG_compile_unit, {{DW_AT_str_offsets_base, DW_FORM_sec_offset, dwarf.strings_base}});
  dwarf.entry(DW_TAG_subprogram, with({{DW_AT_name, DW_FORM_strx1, "f"}}, code(0x1100, 0x10)));
  end_unit(dwarf);
  const Sections s = dwarf.sections();
  FakeImage image = image_with_code();
  image.its_format = container::Format::MachO;
  image.add_debug("__debug_info", s.info)
      .add_debug("__debug_abbrev", s.abbrev)
      .add_debug("__debug_str", s.str);
  image.add_debug("__debug_str_offs", s.str_offsets);
  CHECK(Prepared(image).at(0x1104) == "f ?:0");
}
