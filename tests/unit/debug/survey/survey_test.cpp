#include "debug/survey/survey.h"

#include <doctest/doctest.h>

#include "debug/survey/languages.h"
#include "files/container/open.h"
#include "ground/base/words.h"
#include "support/synth_elf.h"
#include "support/synth_go.h"

namespace symkit::survey {
namespace {

using test::Assembler;
using test::Buffer;
using test::SynthElf;

Survey survey_of(const std::string& fixture, unsigned jobs = 2) {
  const auto file = container::open_file(SYMKIT_TEST_DATA "/native/" + fixture);
  REQUIRE(file);
  return survey(*(*file)->images().front(), jobs);
}

Survey survey_of(const SynthElf& elf) {
  const Buffer bytes = elf.build();
  const auto file = container::open_bytes(bytes, "made");
  REQUIRE(file);
  return survey(*(*file)->images().front(), 1);
}

const SymbolTable& table(const Survey& found, std::string_view name) {
  for (const SymbolTable& table : found.symbols)
    if (table.name == name) return table;
  FAIL("there is no such table");
  return found.symbols.front();
}

}  // namespace

// The figures are those of llvm-dwarfdump --statistics; tests/differential/contents holds all fixtures to it.
TEST_CASE("DWARF is counted, by one worker as by many") {
  for (const unsigned jobs : {1U, 4U}) {
    const Survey found = survey_of("elf-x86_64/market-clang-dwarf5.so", jobs);
    REQUIRE(found.dwarf);
    CHECK(found.dwarf->units == 4);
    CHECK(found.dwarf->inlined == 84);
    CHECK(found.dwarf->lines == 338);
    CHECK(found.dwarf->code_bytes_with_lines == 2334);
    CHECK(found.dwarf->versions == std::set<unsigned>{5});
    CHECK(found.dwarf->producers.size() == 1);
    CHECK(found.dwarf->languages.begin()->first == 0x21);
    CHECK(found.dwarf->fault.empty());
  }
}

TEST_CASE("compressed or not, the counts are the same") {
  const Survey plain = survey_of("elf-container/market-full.so");
  for (const char* name : {"market-zlib.so", "market-zstd.so", "market-zlib-gnu.so"}) {
    const Survey packed = survey_of(std::string("elf-container/") + name);
    CHECK(packed.dwarf->compression != container::Compression::None);
    CHECK(packed.dwarf->functions == plain.dwarf->functions);
    CHECK(packed.dwarf->inlined == plain.dwarf->inlined);
    CHECK(packed.dwarf->lines == plain.dwarf->lines);
    CHECK(packed.dwarf->bytes == plain.dwarf->bytes);
  }
}

TEST_CASE("what the linker dropped is not counted, however it is marked") {
  std::set<std::uint64_t> functions;
  for (const char* mark : {"zero", "minus-one", "minus-two"})
    functions.insert(
        survey_of(std::string("elf-forms/tokenizer-clang-dwarf5-dead-stripped-low-pc-") + mark + ".so")
            .dwarf->functions);
  CHECK(functions.size() == 1);
  CHECK(*functions.begin() < survey_of("elf-x86_64/tokenizer-clang-dwarf5.so").dwarf->functions);
}

TEST_CASE("a skeleton names the files that have the rest, and their package has it") {
  for (const char* version : {"4", "5"}) {
    const Survey skeleton = survey_of(say("elf-split/tokenizer-clang-dwarf", version, "-split.so"));
    CHECK(skeleton.dwarf->split_files.size() == 3);
    CHECK(skeleton.dwarf->functions == 0);
    CHECK(skeleton.dwarf->lines != 0);
    const Survey package =
        survey_of(say("elf-split/packaged/tokenizer-clang-dwarf", version, "-split.so.dwp"));
    CHECK(package.dwarf->is_split_part);
    CHECK(package.dwarf->units == 3);
    CHECK(package.dwarf->functions == 10);
    CHECK(package.dwarf->split_files.empty());
    REQUIRE(package.dwarf->producers.size() == 1);
    CHECK(package.dwarf->producers.begin()->first.starts_with("Debian clang version 19"));
    std::uint64_t in_parts = 0;
    for (const char* part : {"tokenizer", "depth", "number"})
      in_parts += survey_of(say("elf-split/", part, "-dwarf", version, ".dwo")).dwarf->functions;
    CHECK(in_parts == package.dwarf->functions);
  }
}

TEST_CASE("symbols: direct and indirect ones, functions among the first, in each form of ELF") {
  for (const test::ElfForm form : test::elf_forms) {
    SynthElf elf(form);
    elf.machine = 183;  // AArch64: "$d" is no symbol there
    elf.add({.name = ".text", .address = 0x1000, .bytes = Buffer(32), .flags = SynthElf::code});
    elf.add({.name = ".data", .address = 0x2000, .bytes = Buffer(8), .flags = SynthElf::allocated});
    elf.symbols.push_back({.name = "function", .value = 0x1000, .section = ".text"});
    elf.symbols.push_back({.name = "label", .value = 0x1008, .section = ".text", .type = 0});
    elf.symbols.push_back({.name = "chosen_at_start", .value = 0x1010, .section = ".text", .type = 10});
    elf.symbols.push_back({.name = "variable", .value = 0x2000, .section = ".data", .type = 1});
    elf.symbols.push_back({.name = "mark", .value = 0x2000, .section = ".data", .type = 0});
    elf.symbols.push_back({.name = "wanted", .index = 0});
    elf.symbols.push_back({.name = "file.c", .index = 0xfff1, .type = 4});
    elf.symbols.push_back({.name = "$d", .value = 0x1004, .section = ".text", .type = 0});  // the last name
    const Survey found = survey_of(elf);
    CHECK(table(found, ".symtab").direct == 5);
    CHECK(table(found, ".symtab").functions == 3);
    CHECK(table(found, ".symtab").indirect == 1);
  }
}

TEST_CASE("notes say what a file runs on") {
  SynthElf elf;
  const auto note = [](std::uint32_t type, std::string_view owner, const Buffer& content) {
    return Assembler(Endian::Little, 8)
        .u32(owner.size() + 1)
        .u32(content.size())
        .u32(type)
        .cstring(owner)
        .align(4)
        .bytes(content)
        .finish();
  };
  const Buffer version = Assembler(Endian::Little, 8).u32(3).u32(13).u32(1).u32(0).finish();
  elf.add({.name = ".note.tag", .bytes = note(1, "GNU", version), .flags = SynthElf::allocated, .type = 7});
  const Survey found = survey_of(elf);
  REQUIRE(found.minimum_os);
  CHECK(found.minimum_os->platform == "FreeBSD");
  CHECK(found.minimum_os->version == "13.1.0");
}

TEST_CASE("Go's table is found, and which Go made it") {
  constexpr std::uint64_t text = 0x1000, at = 0x2000;
  test::SynthGo go({.minor = 16});
  go.functions.push_back({.name = "main.main", .begin = text, .rows = {{8, "/src/main.go", 3}}});
  go.end = text + 16;
  const Buffer table = go.table(at, 0);
  Buffer information = Assembler(Endian::Little, 8).u8(0xff).cstring(" Go buildinf:").finish();
  information.back() = 8;
  information.push_back(2);
  information.resize(32);
  for (const char c : std::string_view("\x08go1.16.1")) information.push_back(static_cast<std::uint8_t>(c));
  const auto elf_with = [&](const std::string& name, const Buffer& bytes) {
    SynthElf elf;
    elf.add({.name = ".text", .address = text, .bytes = Buffer(64), .flags = SynthElf::code});
    elf.add({.name = name, .address = at, .bytes = bytes, .flags = SynthElf::allocated});
    return elf;
  };
  SynthElf elf = elf_with(".data.rel.ro.gopclntab", table);
  CHECK(survey_of(elf).go->version == "Go 1.16 or 1.17");
  elf.add({.name = ".go.buildinfo", .address = 0x8000, .bytes = information, .flags = SynthElf::allocated});
  const Survey found = survey_of(elf);
  REQUIRE(found.go);
  CHECK(found.go->functions == 1);
  CHECK(found.go->version == "go1.16.1");
  CHECK_FALSE(found.go->inlined);
  CHECK(found.go->fault.empty());

  CHECK_FALSE(survey_of(elf_with(".gopclntab", Buffer(64))).go);

  go.functions.front().begin = 0x100;  // where there is no code
  const Survey misplaced = survey_of(elf_with(".gopclntab", go.table(at, 0)));
  REQUIRE(misplaced.go);
  CHECK(misplaced.go->fault.find("no code") != std::string::npos);
}

TEST_CASE("Mach-O: segments, systems, the debug map, function starts") {
  const Survey found = survey_of("macho/arm64/Kitchen");
  REQUIRE(found.segments.size() == 4);
  CHECK(found.segments[1].name == "__TEXT");
  CHECK(found.segments[1].executable);
  CHECK_FALSE(found.segments[2].executable);
  CHECK(found.function_starts == 10);
  CHECK(found.debug_map->objects.size() == 3);
  CHECK(found.minimum_os->platform == "macOS");
  CHECK(found.interpreter == "/usr/lib/dyld");
  CHECK(survey_of("linked/libgarnish-old.dylib").minimum_os->version == "10.12");
  CHECK_FALSE(survey_of("macho/stripped/Kitchen-nothing").function_starts);
}

TEST_CASE("links to other debug files") {
  CHECK(survey_of("elf-container/market-stripped.so").debug_link == "market-stripped.so.debug");
  const Survey shared = survey_of("linked/soup-shared");
  REQUIRE(shared.alt_link);
  CHECK(shared.alt_link->file == "common.debug");
  CHECK(shared.alt_link->id == "0102030405060708090a0b0c0d0e0f1011121314");
  CHECK(survey_of("linked/soup-mini").mini_debug_info.value_or(0) > 100);
}

TEST_CASE("languages have names, unknown ones a number") {
  CHECK(language_name(0x1e) == "Swift");
  CHECK(language_name(0x8001) == "assembly");
  CHECK(language_name(0x1234) == "language 0x1234");
}

}  // namespace symkit::survey
