// ELF files that say less than others: no section table, or function descriptors in place of code.
#include <fstream>
#include <iterator>

#include "doctest/doctest.h"

#include "files/container/open.h"
#include "support/exact_buffer.h"
#include "support/synth_elf.h"

using namespace symkit;
using namespace symkit::container;
using namespace symkit::test;

namespace {

Buffer content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The same without its section table, as sstrip and some packers leave it.
Buffer without_sections(Buffer elf) {
  std::fill_n(elf.begin() + 0x28, 8, std::uint8_t{0});
  std::fill_n(elf.begin() + 0x3c, 4, std::uint8_t{0});
  return elf;
}

std::vector<std::string> functions_of(const Image& image) {
  std::vector<std::string> all;
  const auto symbols = image.symbols();
  REQUIRE_MESSAGE(symbols, symbols.error().message);
  for (const Symbol& symbol : *symbols)
    if (symbol.in_code && symbol.kind == SymbolKind::Function)
      all.push_back(std::string(symbol.name) + " " + std::to_string(symbol.address.value) + " " +
                    std::to_string(symbol.size));
  return all;
}

const std::string native = SYMKIT_TEST_DATA "/native/";

}  // namespace

TEST_CASE("Without a section table the loader's own tables say the same") {
  for (const char* name :
       {"elf-container/market-dynsym-only.so", "elf-arch/market-s390x-clang-dwarf5.so",
        "elf-arch/tokenizer-mips64-clang-dwarf5.so", "elf-arch/market-aarch64-clang-dwarf4.so"}) {
    CAPTURE(name);
    const Buffer whole = content_of(native + name);
    const Buffer cut = without_sections(whole);
    const auto with = open_bytes(whole, "with"), without = open_bytes(cut, "without");
    REQUIRE_MESSAGE(without, without.error().message);
    const Image& image = *(*without)->images()[0];
    const Image& original = *(*with)->images()[0];
    CHECK(image.id() == original.id());
    CHECK(image.architecture() == original.architecture());
    CHECK(image.type() == original.type());
    CHECK(image.code_segments() == original.code_segments());
    // What .dynsym has; .symtab is gone with its section.
    const std::vector<std::string> found = functions_of(image), all = functions_of(original);
    CHECK(found.size() >= 3);
    for (const std::string& function : found) CHECK(std::ranges::find(all, function) != all.end());
    if (std::string_view(name).contains("dynsym-only")) CHECK(found == all);
  }
}

TEST_CASE("Without a section table, cut off anywhere, there is an error or an image") {
  const Buffer whole = without_sections(content_of(native + "elf-container/market-dynsym-only.so"));
  for (std::size_t size = 0; size < whole.size(); size += 1) {
    const ExactBuffer cut(Bytes(whole).first(size));
    const auto file = open_bytes(cut.bytes(), "cut");
    if (file) static_cast<void>((*file)->images()[0]->symbols());
  }
}

TEST_CASE("Damaged dynamic tables and hashes give no symbols that are not there") {
  const Buffer whole = without_sections(content_of(native + "elf-container/market-dynsym-only.so"));
  for (std::size_t at = 0; at < std::min<std::size_t>(whole.size(), 6000); ++at) {
    Buffer changed = whole;
    changed[at] = static_cast<std::uint8_t>(changed[at] ^ 0xff);
    const ExactBuffer exact(changed);
    const auto file = open_bytes(exact.bytes(), "damaged");
    if (!file) continue;
    const auto symbols = (*file)->images()[0]->symbols();
    if (symbols) CHECK(symbols->size() < 1000);
  }
}

// .opd has an entry of three words for each function; the first is where its code is.
TEST_CASE("Symbols of 64-bit PowerPC's first ABI stand where their code is") {
  SynthElf elf({.wide = true, .endian = Endian::Big});
  elf.machine = 21;
  elf.type = 2;
  elf.add(
      {.name = ".text", .address = 0x10001000, .bytes = Buffer(64), .flags = SynthElf::code, .align = 16});
  Assembler descriptors(Endian::Big);
  descriptors.u64(0x10001010).u64(0x10018000).u64(0);
  descriptors.u64(0x10001020).u64(0x10018000).u64(0);
  descriptors.u64(0xdead0000).u64(0x10018000).u64(0);
  elf.add(
      {.name = ".opd", .address = 0x10010000, .bytes = descriptors.finish(), .flags = SynthElf::allocated});
  elf.symbols = {{.name = "main", .value = 0x10010000, .size = 16, .section = ".opd"},
                 {.name = "helper", .value = 0x10010018, .size = 8, .section = ".opd"},
                 {.name = "lost", .value = 0x10010030, .size = 8, .section = ".opd"},
                 {.name = "table", .value = 0x10010000, .size = 8, .section = ".opd", .type = 1},
                 {.name = ".older", .value = 0x10001030, .size = 8, .section = ".text"}};
  const Buffer bytes = elf.build();
  const auto file = open_bytes(bytes, "power");
  REQUIRE_MESSAGE(file, file.error().message);
  CHECK(functions_of(*(*file)->images()[0]) ==
        std::vector<std::string>{"main 268439568 16", "helper 268439584 8", "older 268439600 8"});
}

TEST_CASE("Where code lies in the file is known of programs, and not of their debug files") {
  const auto segments = [](const std::string& path) {
    const auto file = open_file(native + "elf-container/" + path);
    REQUIRE(file);
    return (*file)->images()[0]->code_segments();
  };
  CHECK(segments("market-stripped.so") == std::vector<CodeSegment>{{0x13f0, {0x23f0}, 0xa30}});
  CHECK(segments("market-stripped.so.debug") == std::vector<CodeSegment>{{std::nullopt, {0x23f0}, 0xa30}});
}
