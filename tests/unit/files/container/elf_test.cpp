// ELF in each width and byte order, from files that are assembled here.
#include <string_view>

#include "doctest/doctest.h"

#include "files/container/open.h"
#include "ground/base/words.h"
#include "support/synth_elf.h"

using namespace symkit;
using namespace symkit::container;
using namespace symkit::test;

namespace {

// The only image of a file; `file` must outlive it.
struct Opened {
  explicit Opened(const Buffer& bytes) : file(open_bytes(bytes, "test.elf")) {
    if (!file) FAIL(file.error().message);
  }
  const Image& image() const { return *(*file)->images().at(0); }
  Result<std::unique_ptr<File>> file;
};

const Section& section_named(const Image& image, std::string_view name) {
  for (const Section& section : image.sections())
    if (section.name == name) return section;
  throw std::out_of_range(std::string(name));
}

Buffer owned(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

SynthElf small_elf(ElfForm form) {
  SynthElf elf(form);
  elf.type = 2;
  elf.add({.name = ".text",
           .address = 0x401010,
           .bytes = Buffer(32, 0x90),
           .flags = SynthElf::code,
           .align = 16});
  elf.add({.name = ".data", .address = 0x402000, .bytes = {1, 2, 3, 4}, .flags = SynthElf::allocated});
  elf.add({.name = ".bss",
           .address = 0x402004,
           .flags = SynthElf::allocated,
           .type = SynthElf::no_bits,
           .size = 1 << 20});
  elf.add({.name = ".debug_str", .bytes = {'h', 'i', 0}});
  elf.segments.push_back({.address = 0x401010, .section = ".text"});
  elf.symbols = {{.name = "main", .value = 0x401010, .size = 16, .section = ".text"},
                 {.name = "helper", .value = 0x401020, .size = 8, .section = ".text", .binding = 0},
                 {.name = "choose", .value = 0x401028, .section = ".text", .type = 10, .binding = 2},
                 {.name = "counter", .value = 0x402000, .size = 4, .section = ".data", .type = 1}};
  elf.id = {0xde, 0xad, 0xbe, 0xef, 1, 2, 3, 4, 5, 6};
  elf.debug_link = "small.debug";
  elf.debug_link_crc = 0x12345678;
  return elf;
}

}  // namespace

TEST_CASE("an ELF file tells what it is") {
  for (const ElfForm form : elf_forms) {
    const Buffer bytes = small_elf(form).build();
    const Opened opened(bytes);
    const Image& image = opened.image();
    CHECK(image.format() == Format::Elf);
    CHECK(image.type() == FileType::Executable);
    CHECK(image.architecture() == Architecture::X86_64);
    CHECK(image.endian() == form.endian);
    CHECK(image.address_size() == (form.wide ? 8 : 4));
    CHECK(image.text_base().value == 0x401000);
    REQUIRE(image.id());
    CHECK(image.id()->hex() == "deadbeef010203040506");
    REQUIRE(image.debug_link());
    CHECK(image.debug_link()->file == "small.debug");
    CHECK(image.debug_link()->crc == 0x12345678);
    CHECK(image.function_starts()->empty());
  }
}

TEST_CASE("sections are views of the file, and those without data have none") {
  for (const ElfForm form : elf_forms) {
    const Buffer bytes = small_elf(form).build();
    const Opened opened(bytes);
    const Image& image = opened.image();
    const Section& text = section_named(image, ".text");
    CHECK(text.address.value == 0x401010);
    CHECK(text.size == 32);
    CHECK(text.allocated);
    CHECK(text.code);
    CHECK(text.data.data() >= bytes.data());
    CHECK(text.data.data() < bytes.data() + bytes.size());
    CHECK(image.contents(text)->data() == text.data.data());
    const Section& bss = section_named(image, ".bss");
    CHECK(bss.size == 1 << 20);
    CHECK(bss.data.empty());
    CHECK(image.contents(bss)->empty());
    REQUIRE(image.debug_section("debug_str") != nullptr);
    CHECK(as_text(image.debug_section("debug_str")->data) == std::string_view("hi\0", 3));
    CHECK(image.debug_section("debug_info") == nullptr);
    CHECK_FALSE(section_named(image, ".debug_str").allocated);
  }
}

TEST_CASE("symbols keep the order of the file") {
  for (const ElfForm form : elf_forms) {
    for (const bool dynamic : {false, true}) {
      SynthElf elf = small_elf(form);
      elf.dynamic_symbols = dynamic;
      const Buffer bytes = elf.build();
      const Opened opened(bytes);
      const auto symbols = opened.image().symbols();
      REQUIRE(symbols);
      REQUIRE(symbols->size() == 4);
      const Symbol& helper = symbols->at(1);
      CHECK(helper.name == "helper");
      CHECK(helper.address.value == 0x401020);
      CHECK(helper.size == 8);
      CHECK(helper.kind == SymbolKind::Function);
      CHECK(helper.binding == Binding::Local);
      CHECK(helper.in_code);
      CHECK(opened.image().sections().at(helper.section).name == ".text");
      CHECK(symbols->at(0).binding == Binding::Global);
      CHECK(symbols->at(2).kind == SymbolKind::IndirectFunction);
      CHECK(symbols->at(2).binding == Binding::Weak);
      CHECK(symbols->at(3).kind == SymbolKind::Data);
      CHECK_FALSE(symbols->at(3).in_code);
    }
  }
}

TEST_CASE("what is no symbol of code or data is left out") {
  SynthElf elf = small_elf({});
  elf.symbols = {{.name = "undefined"},
                 {.name = "absolute", .value = 5, .index = 0xfff1},
                 {.name = "common", .value = 8, .index = 0xfff2, .type = 1},
                 {.name = "a.c", .index = 0xfff1, .type = 4},
                 {.name = ".text", .value = 0x401010, .section = ".text", .type = 3},
                 {.name = "thread_local", .value = 4, .section = ".data", .type = 6},
                 {.name = "in_debug", .section = ".debug_str"},
                 {.name = "", .value = 0x401010, .section = ".text"},
                 {.name = "label", .value = 0x401012, .section = ".text", .type = 0, .binding = 0}};
  const Buffer bytes = elf.build();
  const Opened opened(bytes);
  const auto symbols = opened.image().symbols();
  REQUIRE(symbols);
  REQUIRE(symbols->size() == 1);
  CHECK(symbols->at(0).name == "label");
  CHECK(symbols->at(0).kind == SymbolKind::Unspecified);
}

TEST_CASE("ARM: mapping symbols are no names, and function addresses have no Thumb bit") {
  struct Case {
    std::uint16_t machine;
    std::string_view name;
    bool kept;
  };
  for (const Case& c : {Case{40, "$a", false},
                        {40, "$t.12", false},
                        {40, "$d", false},
                        {40, "$x", true},
                        {183, "$x", false},
                        {183, "$d.3", false},
                        {183, "$dollar", true},
                        {243, "$xrv64imac", false},
                        {62, "$d", true}}) {
    SynthElf elf = small_elf({});
    elf.machine = c.machine;
    elf.symbols = {
        {.name = std::string(c.name), .value = 0x401010, .section = ".text", .type = 0, .binding = 0}};
    const Buffer bytes = elf.build();
    const Opened opened(bytes);
    CAPTURE(c.name);
    CHECK(opened.image().symbols()->size() == (c.kept ? 1 : 0));
  }
  SynthElf elf = small_elf({.wide = false});
  elf.machine = 40;
  elf.symbols[0].value |= 1;
  elf.symbols[3].value |= 1;
  const Buffer bytes = elf.build();
  const Opened opened(bytes);
  CHECK(opened.image().symbols()->at(0).address.value == 0x401010);
  CHECK(opened.image().symbols()->at(3).address.value == 0x402001);
}

TEST_CASE("counts beyond 16 bits stand in section 0") {
  for (const ElfForm form : elf_forms) {
    SynthElf elf = small_elf(form);
    elf.extended_numbering = true;
    const Buffer bytes = elf.build();
    const Opened opened(bytes);
    CHECK(section_named(opened.image(), ".text").size == 32);
    const auto symbols = opened.image().symbols();
    REQUIRE(symbols);
    REQUIRE(symbols->size() == 4);
    CHECK(opened.image().sections().at(symbols->at(3).section).name == ".data");
    CHECK(opened.image().sections().at(0).size == 0);
  }
}

TEST_CASE("a build id is found without sections too") {
  for (const ElfForm form : elf_forms) {
    SynthElf elf = small_elf(form);
    elf.id_in_segment = true;
    elf.without_section_table = true;
    const Buffer bytes = elf.build();
    const Opened opened(bytes);
    REQUIRE(opened.image().id());
    CHECK(opened.image().id()->hex() == "deadbeef010203040506");
    CHECK(opened.image().symbols()->empty());
  }
}

TEST_CASE("compressed sections are unpacked once, whatever the way") {
  Buffer content(5000);
  for (std::size_t i = 0; i < content.size(); ++i) content[i] = static_cast<std::uint8_t>(i / 7);
  for (const ElfForm form : elf_forms) {
    for (const Packing packing : {Packing::Zlib, Packing::Zstd, Packing::OldZlib}) {
      SynthElf elf = small_elf(form);
      const bool old = packing == Packing::OldZlib;
      elf.add({.name = old ? ".zdebug_info" : ".debug_info", .bytes = content, .packing = packing});
      const Buffer bytes = elf.build();
      const Opened opened(bytes);
      const Section* section = opened.image().debug_section("debug_info");
      REQUIRE(section != nullptr);
      CHECK(section->size == content.size());
      CHECK(section->data.size() < content.size());
      CHECK(section->compression == (packing == Packing::Zstd ? Compression::Zstd : Compression::Zlib));
      const auto contents = opened.image().contents(*section);
      REQUIRE(contents);
      CHECK(owned(*contents) == content);
      CHECK(opened.image().contents(*section)->data() == contents->data());
    }
  }
}

TEST_CASE("compressed data that is broken or lies about its size is an error in words") {
  const auto error_of = [](Buffer stored, std::uint64_t flags) {
    SynthElf elf;
    elf.add({.name = ".debug_info", .bytes = std::move(stored), .flags = flags});
    const Buffer bytes = elf.build();
    const auto file = open_bytes(bytes, "x");
    if (!file) return file.error().message;
    const Image& image = *(*file)->images()[0];
    const auto contents = image.contents(*image.debug_section("debug_info"));
    return contents ? std::string("is fine") : contents.error().message;
  };
  constexpr std::uint64_t compressed = 0x800;
  const Buffer hello(100, 'h');
  const auto chdr = [](std::uint32_t type, std::uint64_t size, const Buffer& data) {
    return Assembler().u32(type).u32(0).u64(size).u64(1).bytes(data).finish();
  };
  CHECK(error_of(chdr(1, 100, deflate(hello)), compressed) == "is fine");
  CHECK(error_of(chdr(1, 99, deflate(hello)), compressed) ==
        ".debug_info: broken zlib data, or not as long as its header declares");
  CHECK(error_of(chdr(1, 101, deflate(hello)), compressed) ==
        ".debug_info: broken zlib data, or not as long as its header declares");
  CHECK(error_of(chdr(2, 101, zstandard(hello)), compressed) ==
        ".debug_info: zstd data is not as long as its header declares");
  CHECK(error_of(chdr(2, 100, hello), compressed).starts_with(".debug_info: broken zstd data"));
  CHECK(error_of(chdr(9, 100, hello), compressed) == ".debug_info: has an unknown compression");
  CHECK(error_of(chdr(1, std::uint64_t{1} << 60, deflate(hello)), compressed)
            .starts_with(".debug_info: broken: claims to unpack to "));
  CHECK(error_of(Buffer(11), compressed) ==
        "x: .debug_info: is marked as compressed, but too short for a compression header");
}

TEST_CASE("the parts that separate debug files and shared libraries are recognised by") {
  SynthElf debug;
  debug.add(
      {.name = ".text", .address = 0x1000, .flags = SynthElf::code, .type = SynthElf::no_bits, .size = 64});
  const Buffer debug_bytes = debug.build();
  CHECK(Opened(debug_bytes).image().type() == FileType::DebugCompanion);

  SynthElf library;
  library.add({.name = ".text", .address = 0x1000, .bytes = Buffer(4), .flags = SynthElf::code});
  const Buffer library_bytes = library.build();
  CHECK(Opened(library_bytes).image().type() == FileType::SharedLibrary);

  SynthElf program = library;
  program.add({.name = ".dynamic", .bytes = Assembler().u64(0x6ffffffb).u64(0x08000000).zeros(16).finish()});
  program.segments.push_back({.type = 2, .section = ".dynamic"});
  const Buffer program_bytes = program.build();
  CHECK(Opened(program_bytes).image().type() == FileType::Executable);
}

TEST_CASE("the first loaded segment is the text base, although another one lies lower") {
  SynthElf elf;
  elf.add({.name = ".text", .address = 0xffffffff81000000, .bytes = Buffer(4), .flags = SynthElf::code});
  elf.segments = {{.address = 0xffffffff81000000, .section = ".text"}, {.address = 0, .section = ".text"}};
  const Buffer bytes = elf.build();
  CHECK(Opened(bytes).image().text_base().value == 0xffffffff81000000);
}

TEST_CASE("a file that ends too early says what is missing") {
  const auto error_of = [](Buffer bytes) {
    const auto file = open_bytes(bytes, "x");
    return file ? std::string("is fine") : file.error().message;
  };
  Buffer bytes = small_elf({}).build();
  const std::size_t size = bytes.size();
  bytes.resize(size - 1);
  CHECK(error_of(bytes).starts_with("x: truncated: the section header table ("));
  bytes.resize(20);
  CHECK(error_of(bytes) ==
        "x: truncated: the ELF header (64 bytes at 0x0) runs past the end of the file at 0x14");
}

TEST_CASE("local symbols know the source file that the table puts before them") {
  SynthElf elf = small_elf({});
  elf.symbols = {{.name = "a.c", .index = 0xfff1, .type = 4, .binding = 0},
                 {.name = "local", .value = 0x401010, .section = ".text", .binding = 0},
                 {.name = "global", .value = 0x401012, .section = ".text"}};
  const Buffer bytes = elf.build();
  const Opened opened(bytes);
  const auto symbols = opened.image().symbols();
  REQUIRE(symbols);
  REQUIRE(symbols->size() == 2);
  CHECK(symbols->at(0).source_file == "a.c");
  CHECK(symbols->at(1).source_file.empty());
}
