// Mach-O in each width and byte order, thin and fat, from files that are assembled here.
#include <string_view>

#include "doctest/doctest.h"

#include "files/container/open.h"
#include "ground/base/cursor.h"
#include "support/packing.h"
#include "support/scratch.h"
#include "support/synth_macho.h"

using namespace symkit;
using namespace symkit::container;
using namespace symkit::test;

namespace {

struct Opened {
  explicit Opened(const Buffer& bytes) : file(open_bytes(bytes, "Thing")) {
    if (!file) FAIL(file.error().message);
  }
  const Image& image() const { return *(*file)->images().at(0); }
  Result<std::unique_ptr<File>> file;
};

SynthMacho small_macho(MachoForm form) {
  SynthMacho macho(form);
  macho.cpu_type = form.wide ? 0x0100000c : 12;
  macho.cpu_subtype = form.wide ? 0 : 9;
  macho.id = Buffer(16, 0xab);
  macho.segments = {
      {.name = "__TEXT",
       .address = 0x4000,
       .sections =
           {{.name = "__text", .address = 0x4100, .bytes = Buffer(64, 0x90), .flags = SynthMacho::code}}},
      {.name = "__DATA",
       .address = 0x8000,
       .sections = {{.name = "__data", .address = 0x8000, .bytes = {1, 2, 3, 4}},
                    {.name = "__bss", .address = 0x8004, .flags = SynthMacho::zero_fill, .size = 1 << 20}}},
      {.name = "__DWARF",
       .address = 0xc000,
       .sections = {{.name = "__debug_str_offsets", .address = 0xc000, .bytes = {5, 6, 7}},
                    {.name = "__debug_str", .address = 0xc003, .bytes = {'h', 'i', 0}}}}};
  macho.symbols = {{.name = "__mh_execute_header", .value = 0x4000, .section = "__text"},
                   {.name = "_main", .value = 0x4100, .section = "__text"},
                   {.name = "_local", .value = 0x4110, .section = "__text", .type = 0x0e},
                   {.name = "_weak", .value = 0x4120, .section = "__text", .description = 0x80},
                   {.name = "_data", .value = 0x8000, .section = "__data"},
                   {.name = "_printf", .type = 0x01},
                   {.name = "_stab", .value = 0x4100, .section = "__text", .type = 0x24},
                   {.name = "_indirect", .value = 1, .type = 0x0b},
                   {.name = "_absolute", .value = 77, .type = 0x03}};
  macho.function_starts = {0x100, 0x10, 0x10};
  return macho;
}

}  // namespace

TEST_CASE("a Mach-O file tells what it is") {
  for (const MachoForm form : macho_forms) {
    const Buffer bytes = small_macho(form).build();
    const Opened opened(bytes);
    const Image& image = opened.image();
    CHECK(image.format() == Format::MachO);
    CHECK(image.type() == FileType::Executable);
    CHECK(image.architecture() == (form.wide ? Architecture::Arm64 : Architecture::Armv7));
    CHECK(image.endian() == form.endian);
    CHECK(image.address_size() == (form.wide ? 8 : 4));
    CHECK(image.text_base().value == 0x4000);
    REQUIRE(image.id());
    CHECK(image.id()->uuid() == "ABABABAB-ABAB-ABAB-ABAB-ABABABABABAB");
    CHECK_FALSE(image.debug_link());
    CHECK((*opened.file)->name() == "Thing");
  }
}

TEST_CASE("sections of a Mach-O, found under DWARF's names though cut at 16 characters") {
  for (const MachoForm form : macho_forms) {
    const Buffer bytes = small_macho(form).build();
    const Opened opened(bytes);
    const Image& image = opened.image();
    REQUIRE(image.sections().size() == 5);
    const Section& text = image.sections()[0];
    CHECK(text.name == "__text");
    CHECK(text.segment == "__TEXT");
    CHECK(text.address.value == 0x4100);
    CHECK(text.data.size() == 64);
    CHECK(text.code);
    CHECK(text.allocated);
    CHECK(image.sections()[2].data.empty());
    CHECK(image.sections()[2].size == 1 << 20);
    REQUIRE(image.debug_section("debug_str_offsets") != nullptr);
    CHECK(image.debug_section("debug_str_offsets")->name == "__debug_str_offs");
    CHECK(image.debug_section("debug_str_offsets")->data.size() == 3);
    CHECK_FALSE(image.debug_section("debug_str_offsets")->allocated);
    REQUIRE(image.debug_section("debug_str") != nullptr);
    CHECK(image.debug_section("debug_str")->name == "__debug_str");
    CHECK(image.contents(*image.debug_section("debug_str"))->data() ==
          image.debug_section("debug_str")->data.data());
  }
}

TEST_CASE("symbols of a Mach-O: defined ones only, no stabs") {
  for (const MachoForm form : macho_forms) {
    const Buffer bytes = small_macho(form).build();
    const Opened opened(bytes);
    const auto symbols = opened.image().symbols();
    REQUIRE(symbols);
    REQUIRE(symbols->size() == 5);
    CHECK(symbols->at(0).name == "__mh_execute_header");
    CHECK_FALSE(symbols->at(0).in_code);
    CHECK(symbols->at(1).name == "_main");
    CHECK(symbols->at(1).address.value == 0x4100);
    CHECK(symbols->at(1).in_code);
    CHECK(symbols->at(1).kind == SymbolKind::Function);
    CHECK(symbols->at(1).binding == Binding::Global);
    CHECK(symbols->at(2).binding == Binding::Local);
    CHECK(symbols->at(3).binding == Binding::Weak);
    CHECK(symbols->at(4).kind == SymbolKind::Data);
    CHECK(opened.image().sections().at(symbols->at(4).section).name == "__data");
  }
}

TEST_CASE("function starts are sums of distances, without the Thumb bit") {
  for (const MachoForm form : macho_forms) {
    SynthMacho macho = small_macho(form);
    macho.function_starts = {0x101, 0x10, 0x20f};
    const Buffer bytes = macho.build();
    const Opened opened(bytes);
    const auto starts = opened.image().function_starts();
    REQUIRE(starts);
    REQUIRE(starts->size() == 3);
    CHECK(starts->at(0).value == (form.wide ? 0x4101 : 0x4100));
    CHECK(starts->at(1).value == (form.wide ? 0x4111 : 0x4110));
    CHECK(starts->at(2).value == 0x4320);
  }
}

TEST_CASE("architectures, whatever the capability bits") {
  const auto architecture = [](std::uint32_t type, std::uint32_t subtype) {
    SynthMacho macho = small_macho({});
    macho.cpu_type = type;
    macho.cpu_subtype = subtype;
    const Buffer bytes = macho.build();
    return name_of(Opened(bytes).image().architecture());
  };
  CHECK(architecture(0x0100000c, 0) == "arm64");
  CHECK(architecture(0x0100000c, 0x80000002) == "arm64e");
  CHECK(architecture(0x0200000c, 1) == "arm64_32");
  CHECK(architecture(12, 6) == "armv6");
  CHECK(architecture(12, 9) == "armv7");
  CHECK(architecture(12, 11) == "armv7s");
  CHECK(architecture(12, 12) == "armv7k");
  CHECK(architecture(7, 3) == "i386");
  CHECK(architecture(0x01000007, 0x80000003) == "x86_64");
  CHECK(architecture(0x01000007, 8) == "x86_64h");
}

TEST_CASE("a dSYM only mentions the segments of its image") {
  for (const MachoForm form : macho_forms) {
    SynthMacho macho = small_macho(form);
    macho.file_type = 10;
    macho.segments[0].only_mentioned = true;
    macho.segments[1].only_mentioned = true;
    const Buffer bytes = macho.build();
    const Opened opened(bytes);
    const Image& image = opened.image();
    CHECK(image.type() == FileType::DebugCompanion);
    CHECK(image.sections()[0].data.empty());
    CHECK(image.sections()[0].size == 64);
    CHECK(image.sections()[1].data.empty());
    CHECK(image.debug_section("debug_str")->data.size() == 3);
    CHECK(image.symbols()->size() == 5);
  }
}

TEST_CASE("fat files have an image for each slice") {
  const Buffer arm = small_macho({}).build();
  SynthMacho other = small_macho({.wide = false, .endian = Endian::Big});
  other.cpu_type = 18;
  const Buffer ppc = other.build();
  for (const bool wide : {false, true}) {
    const Buffer bytes = fat_file({{0x0100000c, 0, arm}, {18, 0, ppc}}, wide);
    const Opened opened(bytes);
    REQUIRE((*opened.file)->images().size() == 2);
    CHECK((*opened.file)->images()[0]->architecture() == Architecture::Arm64);
    CHECK((*opened.file)->images()[1]->architecture() == Architecture::Ppc);
    CHECK((*opened.file)->images()[1]->debug_section("debug_str")->data.size() == 3);
    const auto cut = open_bytes(Bytes(bytes).first(bytes.size() - 8), "x");
    REQUIRE_FALSE(cut);
    CHECK(cut.error().message.starts_with("x: truncated: the ppc slice ("));
  }
  const Buffer library = fat_file({{0x0100000c, 0, Assembler().text("!<arch>\nfoo").finish()}}, false);
  const auto refused = open_bytes(library, "x");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.starts_with("x: arm64 slice: is a static library"));
}

TEST_CASE("beyond 4 GB the 32-bit offsets of sections wrap") {
  const test::Scratch scratch;
  const std::string path = scratch / "far";
  SynthMacho macho;
  macho.file_type = 10;
  constexpr std::uint64_t far = (std::uint64_t{1} << 32) - 0x100;
  macho.segments = {{.name = "__DWARF",
                     .address = 0x200000000,
                     .sections = {{.name = "__debug_info", .address = 0x200000000, .bytes = Buffer(0x80, 1)},
                                  {.name = "__debug_line", .address = 0x200000080, .bytes = Buffer(0x100, 2)},
                                  {.name = "__debug_str", .address = 0x200000180, .bytes = Buffer(0x40, 3)}},
                     .file_offset = far}};
  macho.write_to(path);
  const auto file = open_file(path);
  REQUIRE_MESSAGE(file, file.error().message);
  const Image& image = *(*file)->images()[0];
  for (const auto& [name, first] : {std::pair{"debug_info", 1}, {"debug_line", 2}, {"debug_str", 3}}) {
    const Section* section = image.debug_section(name);
    REQUIRE(section != nullptr);
    REQUIRE(section->data.size() == section->size);
    CHECK(section->data.front() == first);
    CHECK(section->data.back() == first);
  }
  (*file)->release_pages();
  CHECK(image.debug_section("debug_str")->data.front() == 3);
}

TEST_CASE("debug sections of object files are relocated against symbols") {
  for (const MachoForm form : macho_forms) {
    SynthMacho macho(form);
    macho.cpu_type = form.wide ? 0x0100000c : 12;
    macho.file_type = 1;
    const unsigned width = form.wide ? 8 : 4;
    const unsigned power = form.wide ? 3 : 2;
    Assembler info(form.endian, width);
    info.address(0x10).address(0x20).address(0x30).address(7);
    std::vector<MachoRelocation> relocations = {
        {.offset = 0, .symbol = 0, .power = power},
        {.offset = width, .symbol = 1, .power = power, .external = false},
        {.offset = 2 * width, .symbol = 0, .power = power, .relative = true}};
    if (form.wide) {  // a pair: symbol 1 − symbol 0
      relocations.push_back({.offset = 24, .symbol = 0, .type = 1});
      relocations.push_back({.offset = 24, .symbol = 1, .type = 0});
    }
    macho.segments = {
        {.sections = {
             {.name = "__text", .bytes = Buffer(0x40), .flags = SynthMacho::code, .segment = "__TEXT"},
             {.name = "__debug_info",
              .address = 0x40,
              .bytes = info.finish(),
              .flags = SynthMacho::debug,
              .segment = "__DWARF",
              .relocations = relocations}}}};
    macho.symbols = {{.name = "_f", .value = 0x8, .section = "__text"},
                     {.name = "_g", .value = 0x20, .section = "__text"}};
    const Buffer bytes = macho.build();
    const Opened opened(bytes);
    const auto contents = opened.image().contents(*opened.image().debug_section("debug_info"));
    REQUIRE_MESSAGE(contents, contents.error().message);
    Cursor at(*contents, form.endian);
    CHECK(at.unsigned_of(width) == 0x18);
    CHECK(at.unsigned_of(width) == 0x20);
    CHECK(at.unsigned_of(width) == 0x30);
    CHECK(at.unsigned_of(width) == (form.wide ? 0x1f : 7));
    CHECK(opened.image().type() == FileType::Object);
    CHECK(opened.image().text_base().value == 0);
  }
}

TEST_CASE("Go packs its Mach-O debug sections") {
  SynthMacho macho;
  const Buffer content(3000, 'x');
  macho.segments = {{.name = "__DWARF",
                     .sections = {{.name = "__zdebug_str_offsets",
                                   .bytes = packed(content, Packing::OldZlib, Endian::Little, true)}}}};
  const Buffer bytes = macho.build();
  const Opened opened(bytes);
  const Section* section = opened.image().debug_section("debug_str_offsets");
  REQUIRE(section != nullptr);
  CHECK(section->size == 3000);
  CHECK(opened.image().contents(*section)->size() == 3000);
}
