// Object files: sections get addresses, and what debug sections say of them is relocated.
#include "doctest/doctest.h"

#include "files/container/open.h"
#include "ground/base/cursor.h"
#include "support/synth_elf.h"

using namespace symkit;
using namespace symkit::container;
using namespace symkit::test;

namespace {

std::uint64_t address_of(const Image& image, std::string_view name) {
  for (const Section& section : image.sections())
    if (section.name == name) return section.address.value;
  throw std::out_of_range(std::string(name));
}

// .text.a (0…), .text.b (0x20…) and .data; the symbol "f" lies at 4 in .text.b, that is at 0x24.
SynthElf object(ElfForm form, std::uint16_t machine) {
  SynthElf elf(form);
  elf.machine = machine;
  elf.type = 1;
  elf.add({.name = ".text.a", .bytes = Buffer(0x11), .flags = SynthElf::code, .align = 16});
  elf.add({.name = ".data", .bytes = Buffer(6), .flags = SynthElf::allocated, .align = 64});
  elf.add({.name = ".text.b", .bytes = Buffer(0x10), .flags = SynthElf::code, .align = 16});
  elf.add(
      {.name = ".bss", .flags = SynthElf::allocated, .type = SynthElf::no_bits, .align = 4, .size = 0x100});
  elf.symbols = {{.name = "f", .value = 4, .size = 8, .section = ".text.b"},
                 {.name = "end", .value = 0xc, .section = ".text.b"},
                 {.name = "variable", .value = 2, .size = 4, .section = ".data", .type = 1},
                 {.name = "elsewhere"},
                 {.name = "absolute", .value = 0x77, .index = 0xfff1, .type = 0}};
  return elf;
}

struct Case {
  const char* processor;
  std::uint16_t machine;
  ElfForm form;
  bool with_addends;
  std::uint32_t type;
  unsigned width;
  std::uint64_t there;     // before
  std::uint64_t expected;  // of f + 3, placed at 8
};

constexpr ElfForm little_64{true, Endian::Little}, big_64{true, Endian::Big};
constexpr ElfForm little_32{false, Endian::Little}, big_32{false, Endian::Big};

constexpr Case cases[] = {
    {"x86_64 64", 62, little_64, true, 1, 8, 99, 0x27},
    {"x86_64 32", 62, little_64, true, 10, 4, 99, 0x27},
    {"x86_64 32S", 62, little_64, true, 11, 4, 99, 0x27},
    {"x86_64 PC32", 62, little_64, true, 2, 4, 99, 0x1f},
    {"x86_64 PLT32: code only", 62, little_64, true, 4, 4, 99, 99},
    {"i386 32", 3, little_32, false, 1, 4, 3, 0x27},
    {"i386 PC32", 3, little_32, false, 2, 4, 3, 0x1f},
    {"aarch64 ABS64", 183, little_64, true, 257, 8, 99, 0x27},
    {"aarch64 ABS32", 183, big_64, true, 258, 4, 99, 0x27},
    {"arm ABS32", 40, little_32, false, 2, 4, 3, 0x27},
    {"arm REL32", 40, big_32, false, 3, 4, 3, 0x1f},
    {"riscv 64", 243, little_64, true, 2, 8, 99, 0x27},
    {"riscv 32", 243, little_32, true, 1, 4, 99, 0x27},
    {"riscv ADD32", 243, little_64, true, 35, 4, 0x100, 0x127},
    {"riscv SUB32", 243, little_64, true, 39, 4, 0x100, 0xd9},
    {"riscv SET8", 243, little_64, true, 54, 1, 0xff, 0x27},
    {"riscv SET6", 243, little_64, true, 53, 1, 0xc0, 0xe7},
    {"riscv SUB6", 243, little_64, true, 52, 1, 0xff, 0xd8},
    {"ppc64 ADDR64", 21, big_64, true, 38, 8, 99, 0x27},
    {"ppc64 ADDR32", 21, little_64, true, 1, 4, 99, 0x27},
    {"mips 32", 8, big_32, false, 2, 4, 3, 0x27},
    {"mips64 64", 8, big_64, true, 18, 8, 99, 0x27},
    {"mips64 64", 8, little_64, true, 18, 8, 99, 0x27},
    {"s390x 64", 22, big_64, true, 22, 8, 99, 0x27},
    {"s390x 32", 22, big_64, true, 4, 4, 99, 0x27},
    {"loongarch ADD6", 258, little_64, true, 105, 1, 0xc1, 0xe8},
    {"sparc UA64", 43, big_64, true, 54, 8, 99, 0x27},
    {"none", 62, little_64, true, 0, 4, 99, 99},
};

}  // namespace

TEST_CASE("sections of object files are laid out: code first, then what else is loaded") {
  for (const ElfForm form : elf_forms) {
    const Buffer bytes = object(form, 62).build();
    const auto file = open_bytes(bytes, "x.o");
    REQUIRE(file);
    const Image& image = *(*file)->images()[0];
    CHECK(image.type() == FileType::Object);
    CHECK(image.text_base().value == 0);
    CHECK(address_of(image, ".text.a") == 0);
    CHECK(address_of(image, ".text.b") == 0x20);
    CHECK(address_of(image, ".data") == 0x40);
    CHECK(address_of(image, ".bss") == 0x48);
    CHECK(address_of(image, ".symtab") == 0);
    const auto symbols = image.symbols();
    REQUIRE(symbols);
    REQUIRE(symbols->size() == 3);
    CHECK(symbols->at(0).address.value == 0x24);
    CHECK(symbols->at(2).address.value == 0x42);
  }
}

TEST_CASE("each processor's relocations of debug sections") {
  for (const Case& c : cases) {
    CAPTURE(c.processor);
    SynthElf elf = object(c.form, c.machine);
    elf.add({.name = ".debug_info",
             .bytes = Assembler(c.form.endian).zeros(8).number(c.there, c.width).u32(1).finish()});
    elf.relocate(".debug_info", {{8, c.type, "f", 3}}, c.with_addends);
    const Buffer bytes = elf.build();
    const auto file = open_bytes(bytes, "x.o");
    REQUIRE(file);
    const Image& image = *(*file)->images()[0];
    const auto contents = image.contents(*image.debug_section("debug_info"));
    REQUIRE_MESSAGE(contents, contents.error().message);
    Cursor at(*contents, c.form.endian, 8);
    CHECK(at.unsigned_of(c.width) == c.expected);
    CHECK(at.u32() == 1);
  }
}

TEST_CASE("RISC-V: the difference of two labels, as number and as ULEB128") {
  SynthElf elf = object(little_64, 243);
  elf.add({.name = ".debug_info", .bytes = Assembler().u32(0).u8(0x80).u8(0x80).u8(0).u8(9).finish()});
  elf.relocate(".debug_info", {{0, 35, "end", 0}, {0, 39, "f", 0}, {4, 60, "end", 0x1000}, {4, 61, "f", 0}});
  const Buffer bytes = elf.build();
  const auto file = open_bytes(bytes, "x.o");
  REQUIRE(file);
  const Image& image = *(*file)->images()[0];
  const auto contents = image.contents(*image.debug_section("debug_info"));
  REQUIRE(contents);
  Cursor at(*contents, Endian::Little);
  CHECK(at.u32() == 8);
  CHECK(at.uleb() == 0x1008);
  CHECK(at.u8() == 9);
}

TEST_CASE("symbols that are not in a section: undefined ones are 0, absolute ones what they are") {
  SynthElf elf = object(little_64, 62);
  elf.add({.name = ".debug_info", .bytes = Buffer(16, 0xff)});
  elf.relocate(".debug_info", {{0, 1, "elsewhere", 5}, {8, 1, "absolute", 0}});
  const Buffer bytes = elf.build();
  const auto file = open_bytes(bytes, "x.o");
  REQUIRE(file);
  const Image& image = *(*file)->images()[0];
  const auto contents = image.contents(*image.debug_section("debug_info"));
  REQUIRE(contents);
  Cursor at(*contents, Endian::Little);
  CHECK(at.u64() == 5);
  CHECK(at.u64() == 0x77);
}

TEST_CASE("a compressed section is unpacked, then relocated") {
  for (const Packing packing : {Packing::Zlib, Packing::Zstd}) {
    SynthElf elf = object(big_64, 21);
    elf.add({.name = ".debug_info", .bytes = Buffer(400, 7), .packing = packing});
    elf.relocate(".debug_info", {{392, 38, "f", 0}});
    const Buffer bytes = elf.build();
    const auto file = open_bytes(bytes, "x.o");
    REQUIRE(file);
    const Image& image = *(*file)->images()[0];
    const auto contents = image.contents(*image.debug_section("debug_info"));
    REQUIRE(contents);
    REQUIRE(contents->size() == 400);
    CHECK((*contents)[0] == 7);
    CHECK(Cursor(*contents, Endian::Big, 392).u64() == 0x24);
  }
}

TEST_CASE("linked files are not relocated again") {
  for (const std::uint16_t type : {std::uint16_t{2}, std::uint16_t{3}}) {
    SynthElf elf = object(little_64, 62);
    elf.type = type;
    elf.add({.name = ".debug_info", .bytes = Buffer(16, 0x11)});
    elf.relocate(".debug_info", {{0, 1, "f", 5}});
    const Buffer bytes = elf.build();
    const auto file = open_bytes(bytes, "vmlinux");
    REQUIRE(file);
    const Image& image = *(*file)->images()[0];
    const Section* section = image.debug_section("debug_info");
    const auto contents = image.contents(*section);
    REQUIRE(contents);
    CHECK(contents->data() == section->data.data());
  }
}

TEST_CASE("relocations that cannot be applied are errors in words") {
  const auto error_of = [](std::uint16_t machine, std::uint64_t offset) {
    SynthElf elf = object(little_64, machine);
    elf.add({.name = ".debug_info", .bytes = Buffer(16)});
    elf.relocate(".debug_info", {{offset, 1, "f", 0}});
    const Buffer bytes = elf.build();
    const auto file = open_bytes(bytes, "x.o");
    REQUIRE(file);
    const Image& image = *(*file)->images()[0];
    const auto contents = image.contents(*image.debug_section("debug_info"));
    return contents ? std::string("is fine") : contents.error().message;
  };
  CHECK(error_of(62, 8) == "is fine");
  CHECK(error_of(62, 9) == ".debug_info: broken: relocation 0 is for 0x9, outside of the section");
  CHECK(error_of(62, UINT64_MAX) ==
        ".debug_info: broken: relocation 0 is for 0xffffffffffffffff, outside of the section");
  CHECK(error_of(4, 8) == ".debug_info: relocations for processor 4 are not known");
}
