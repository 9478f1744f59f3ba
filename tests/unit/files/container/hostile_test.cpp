// Files that are cut or damaged: each gives an error in words or less than was there, and never a crash. The
// copies are of exact size, so that a sanitizer sees an overread of one byte.
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>

#include "doctest/doctest.h"

#include "files/container/open.h"
#include "ground/base/words.h"
#include "samples.h"
#include "support/synth_elf.h"

using namespace symkit;
using namespace symkit::container;
using namespace symkit::test;

namespace {

std::uint64_t sum(Bytes bytes) {
  std::uint64_t total = 0;
  for (const std::uint8_t byte : bytes) total += byte;
  return total;
}

std::uint64_t read_everything(const Image& image) {
  std::uint64_t total = image.text_base().value + static_cast<unsigned>(image.type());
  for (const Section& section : image.sections()) {
    total += sum(as_bytes(section.name)) + sum(section.data);
    if (const auto contents = image.contents(section)) total += sum(*contents);
  }
  if (const auto symbols = image.symbols())
    for (const Symbol& symbol : *symbols)
      total += sum(as_bytes(symbol.name)) + image.sections().at(symbol.section).size;
  if (const auto starts = image.function_starts()) total += starts->size();
  if (const auto link = image.debug_link()) total += sum(as_bytes(link->file));
  return total;
}

// Whether it could be opened.
bool survives(Bytes bytes) {
  static volatile std::uint64_t sink;
  const auto exact = std::make_unique<std::uint8_t[]>(bytes.size());
  if (!bytes.empty()) std::memcpy(exact.get(), bytes.data(), bytes.size());
  const auto file = open_bytes({exact.get(), bytes.size()}, "input");
  if (!file) {
    CHECK(file.error().message.starts_with("input: "));
    return false;
  }
  for (const auto& image : (*file)->images()) sink = sink + read_everything(*image);
  return true;
}

}  // namespace

TEST_CASE("a file cut at any byte is refused") {
  for (const Sample& sample : samples()) {
    CAPTURE(sample.name);
    REQUIRE(survives(sample.bytes));
    for (std::size_t size = 0; size < sample.bytes.size(); ++size) {
      CAPTURE(size);
      CHECK_FALSE(survives(Bytes(sample.bytes).first(size)));
    }
  }
}

TEST_CASE("a file with any one bit flipped does no harm") {
  for (const Sample& sample : samples()) {
    CAPTURE(sample.name);
    Buffer bytes = sample.bytes;
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      const auto mask = static_cast<std::uint8_t>(1U << bit % 8);
      bytes[bit / 8] ^= mask;
      survives(bytes);
      bytes[bit / 8] ^= mask;
    }
  }
}

TEST_CASE("a file whose numbers are all ones does no harm") {
  for (const Sample& sample : samples()) {
    CAPTURE(sample.name);
    for (const std::size_t width : {2U, 4U, 8U}) {
      for (std::size_t at = 0; at + width <= sample.bytes.size(); at += 2) {
        Buffer bytes = sample.bytes;
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), width, std::uint8_t{0xff});
        survives(bytes);
      }
    }
  }
}

TEST_CASE("sections that share their compressed bytes cannot take all memory") {
  SynthElf elf;
  const Buffer zeros(1 << 20);
  for (int i = 0; i < 200; ++i) elf.add({.name = ".debug_info", .bytes = zeros, .packing = Packing::Zstd});
  const Buffer bytes = elf.build();
  REQUIRE(bytes.size() < 64 << 10);
  const auto file = open_bytes(bytes, "bomb");
  REQUIRE(file);
  std::uint64_t total = 0;
  std::string refusal;
  for (const Section& section : (*file)->images()[0]->sections()) {
    const auto contents = (*file)->images()[0]->contents(section);
    if (contents) total += contents->size();
    if (!contents) refusal = contents.error().message;
  }
  CHECK(total > 63 << 20);
  CHECK(total < 65 << 20);  // sections of names are no packed ones
  CHECK(refusal ==
        ".debug_info: unpacks to more than 64 MB, over 250 times its size; --max-unpacked SIZE allows more");
}

TEST_CASE("a section that claims what deflate could just reach is not believed beyond 64 MB") {
  SynthElf elf;
  elf.add({.name = ".debug_info", .bytes = Buffer(65 << 20), .packing = Packing::Zlib});
  elf.add({.name = ".debug_line", .bytes = Buffer(64 << 20), .packing = Packing::Zlib});
  const Buffer bytes = elf.build();
  const auto file = open_bytes(bytes, "bomb");
  REQUIRE(file);
  const Image& image = *(*file)->images()[0];
  CHECK(image.contents(*image.debug_section("debug_info")).error().message ==
        ".debug_info: unpacks to more than 64 MB, over 250 times its size; --max-unpacked SIZE allows more");
  CHECK(image.contents(*image.debug_section("debug_line")).has_value());
}

TEST_CASE("symbols that share one long name are refused, not read for ever") {
  SynthElf elf;
  elf.add({.name = ".text", .address = 0x1000, .bytes = Buffer(16), .flags = SynthElf::code});
  elf.symbols.push_back({.name = std::string(1 << 20, 'n'), .section = ".text"});
  for (int i = 0; i < 20000; ++i) elf.symbols.push_back({.name = "", .section = ".text"});
  Buffer bytes = elf.build();
  const auto honest = open_bytes(bytes, "x");
  REQUIRE(honest);
  const Section& table = [&]() -> const Section& {
    for (const Section& section : (*honest)->images()[0]->sections())
      if (section.name == ".symtab") return section;
    throw std::logic_error("no symbols");
  }();
  const auto begin = static_cast<std::size_t>(table.data.data() - bytes.data());
  for (std::size_t at = begin + 24; at < begin + table.data.size(); at += 24)
    bytes[at] = 1, bytes[at + 1] = bytes[at + 2] = 0;
  const auto symbols = (*honest)->images()[0]->symbols();
  REQUIRE_FALSE(symbols);
  CHECK(symbols.error().message ==
        "broken: the names of symbols overlap more than they could in a sound file");
}

TEST_CASE("a string table that nothing ends costs one look, not one for each symbol") {
  SynthElf elf;
  elf.add({.name = ".text", .address = 0x1000, .bytes = Buffer(16), .flags = SynthElf::code});
  for (int i = 0; i < 100000; ++i) elf.symbols.push_back({.name = "0123456789012345678", .section = ".text"});
  Buffer bytes = elf.build();
  const auto file = open_bytes(bytes, "x");
  REQUIRE(file);
  for (const Section& section : (*file)->images()[0]->sections()) {
    if (section.name != ".strtab") continue;
    const auto begin = bytes.begin() + (section.data.data() - bytes.data());
    std::fill_n(begin, section.data.size(), std::uint8_t{'n'});
  }
  const auto symbols = (*file)->images()[0]->symbols();
  REQUIRE(symbols);
  CHECK(symbols->empty());
}

// Not a test: SYMKIT_WRITE_SEEDS=folder writes the samples there, as a first corpus for the fuzz target.
TEST_CASE("seeds are written when asked for") {
  const char* folder = std::getenv("SYMKIT_WRITE_SEEDS");
  if (folder == nullptr) return;
  for (const Sample& sample : samples()) {
    std::ofstream file(say(folder, "/", sample.name), std::ios::binary);
    file.write(reinterpret_cast<const char*>(sample.bytes.data()),
               static_cast<std::streamsize>(sample.bytes.size()));
  }
}
