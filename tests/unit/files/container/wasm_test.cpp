// WebAssembly modules: what is read, and damage.
#include <fstream>
#include <iterator>

#include "doctest/doctest.h"

#include "files/container/open.h"
#include "support/assembler.h"
#include "support/exact_buffer.h"
#include "support/touch.h"

using namespace symkit;
using namespace symkit::container;
using namespace symkit::test;

namespace {

Buffer module_of(const std::string& name) {
  std::ifstream file(SYMKIT_TEST_DATA "/wasm/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string functions_of(const Image& image) {
  std::string all;
  const auto symbols = image.symbols();
  REQUIRE(symbols);
  for (const Symbol& symbol : *symbols)
    all += std::string(symbol.name) + " " + std::to_string(symbol.address.value) + "+" +
           std::to_string(symbol.size) + "; ";
  return all;
}

void touch(const Image& image) {
  for (const Section& section : image.sections()) test::touch(section.data);
  if (const auto symbols = image.symbols())
    for (const Symbol& symbol : *symbols) test::touch(symbol.name);
  if (const auto starts = image.function_starts()) test::sink = starts->size() + image.code_segments().size();
}

Assembler& section(Assembler& out, unsigned id, const Buffer& content) {
  return out.u8(id).uleb(content.size()).bytes(content);
}

}  // namespace

TEST_CASE("Functions stand where DWARF has them, and are named by the name section or by exports") {
  const Buffer named = module_of("shop-names.wasm"), bare = module_of("shop-bare.wasm");
  const auto with_names = open_bytes(named, "named"), with_exports = open_bytes(bare, "bare");
  REQUIRE_MESSAGE(with_names, with_names.error().message);
  REQUIRE_MESSAGE(with_exports, with_exports.error().message);
  const Image& image = *(*with_names)->images()[0];
  // As llvm-dwarfdump has low_pc and high_pc of the module that still has its DWARF.
  CHECK(functions_of(image) == "checkout 2+80; total 84+138; trap 223+28; ");
  CHECK(functions_of(*(*with_exports)->images()[0]) == "checkout 2+80; trap 223+28; ");
  CHECK(*(*with_exports)->images()[0]->function_starts() == std::vector<FileAddress>{{2}, {84}, {223}});
  CHECK(image.architecture() == Architecture::Wasm32);
  CHECK(image.code_segments() == std::vector<CodeSegment>{{0x61, {2}, 249}});
  REQUIRE(image.id());
  CHECK(image.id() == (*with_exports)->images()[0]->id());
}

TEST_CASE("A module's addresses are as wide as those of its first memory, imported or not") {
  const Buffer wide = module_of("shop-memory64.wasm");
  const auto opened = open_bytes(wide, "wide");
  REQUIRE(opened);
  CHECK((*opened)->images()[0]->architecture() == Architecture::Wasm64);
  CHECK((*opened)->images()[0]->address_size() == 8);
  const auto size_of = [](const Buffer& imports, const Buffer& memories) {
    Assembler out;
    out.bytes(Buffer{0, 'a', 's', 'm', 1, 0, 0, 0});
    if (!imports.empty()) section(out, 2, imports);
    if (!memories.empty()) section(out, 5, memories);
    section(out, 10, {1, 2, 0, 0x0b});
    const Buffer module = out.finish();
    const auto made = open_bytes(module, "made");
    REQUIRE_MESSAGE(made, made.error().message);
    return (*made)->images()[0]->address_size();
  };
  CHECK(size_of({}, {}) == 4);
  CHECK(size_of({}, {1, 0, 1}) == 4);
  CHECK(size_of({}, {1, 4, 1}) == 8);
  CHECK(size_of({}, {1, 7, 1, 2}) == 8);                         // shared, with a limit
  CHECK(size_of({}, {2, 0, 1, 4, 1}) == 4);                      // the second is wide
  CHECK(size_of({1, 1, 'm', 1, 'm', 2, 4, 1}, {1, 0, 1}) == 8);  // the first is imported
  CHECK(size_of({1, 1, 'm', 1, 'm', 2, 0, 1}, {1, 4, 1}) == 4);
  CHECK(size_of({1, 1, 'm', 1, 't', 1, 0x70, 4, 1}, {1, 0, 1}) == 4);  // a table is no memory
}

TEST_CASE("A module that is cut off anywhere is refused, or is what stands before the cut") {
  const Buffer whole = module_of("shop-O1.wasm");
  std::size_t refused = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const ExactBuffer cut(Bytes(whole).first(size));
    const auto file = open_bytes(cut.bytes(), "cut.wasm");
    if (!file) ++refused;
    if (file) touch(*(*file)->images()[0]);
  }
  CHECK(refused > whole.size() - 20);
}

TEST_CASE("Whatever a byte is changed to, a module is read or refused") {
  const Buffer whole = module_of("shop-names.wasm");
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const unsigned change : {0x01U, 0x80U, 0xffU}) {
      Buffer changed = whole;
      changed[at] = static_cast<std::uint8_t>(changed[at] ^ change);
      const ExactBuffer exact(changed);
      const auto file = open_bytes(exact.bytes(), "changed.wasm");
      if (file) touch(*(*file)->images()[0]);
    }
}

TEST_CASE("Imports of every kind are counted, and those of functions number the others") {
  Assembler imports;
  imports.uleb(6);
  const auto import = [&](unsigned kind) -> Assembler& {
    return imports.uleb(1).text("m").uleb(1).text("f").u8(kind);
  };
  import(0).uleb(0);
  import(1).u8(0x70).u8(1).uleb(1).uleb(300);
  import(2).u8(0).uleb(1);
  import(3).u8(0x63).uleb(5).u8(1);
  import(4).u8(0).uleb(3);
  import(0).uleb(1);
  Assembler names;
  names.uleb(4).text("name");
  Assembler functions;
  functions.uleb(3).uleb(1).uleb(3).text("out").uleb(2).uleb(5).text("first").uleb(9).uleb(4).text("none");
  const Buffer list = functions.finish();
  names.u8(1).uleb(list.size()).bytes(list);
  Assembler code;
  code.uleb(2).uleb(3).u8(0).u8(1).u8(11).uleb(2).u8(0).u8(11);
  Assembler module;
  module.u32(0x6d736100).u32(1);
  section(module, 2, imports.finish());
  section(module, 10, code.finish());
  section(module, 0, names.finish());
  const Buffer bytes = module.finish();
  const auto file = open_bytes(bytes, "module");
  REQUIRE_MESSAGE(file, file.error().message);
  CHECK(functions_of(*(*file)->images()[0]) == "first 2+3; ");
}

TEST_CASE("What is no linked module of version 1 is refused in words") {
  const auto refusal = [](const Buffer& bytes) {
    const auto file = open_bytes(bytes, "x");
    return file ? std::string() : file.error().message;
  };
  Assembler object;
  object.u32(0x6d736100).u32(1).u8(0).uleb(8).uleb(7).text("linking");
  CHECK(refusal(object.finish()).contains("link it first"));
  Assembler component;
  component.u32(0x6d736100).u32(0x1000d);
  CHECK(refusal(component.finish()).contains("WebAssembly of another version, or a component"));
}
