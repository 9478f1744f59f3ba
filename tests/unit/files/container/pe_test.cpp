// PE files: the fixtures of test-data/windows, held against what llvm-readobj-19 prints of them.
#include <algorithm>
#include <fstream>
#include <iterator>

#include "doctest/doctest.h"

#include "files/container/open.h"
#include "files/container/pe_file.h"
#include "files/container/pe_symbols.h"

using namespace symkit;
using namespace symkit::container;

namespace {

std::string path_of(const std::string& name) { return SYMKIT_TEST_DATA "/windows/" + name; }

std::vector<std::uint8_t> bytes_of(const std::string& name) {
  std::ifstream in(path_of(name), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// From memory: nothing lies beside it.
struct Alone {
  explicit Alone(const std::string& name) : bytes(bytes_of(name)) {
    auto opened = open_bytes(bytes, name);
    REQUIRE(opened);
    file = std::move(*opened);
  }
  const Image& image() const { return *file->images().at(0); }
  std::vector<std::uint8_t> bytes;
  std::unique_ptr<File> file;
};

struct Opened {
  explicit Opened(const std::string& name) {
    auto opened = open_file(path_of(name));
    REQUIRE(opened);
    file = std::move(*opened);
  }
  const Image& image() const { return *file->images().at(0); }
  std::unique_ptr<File> file;
};

const Symbol* symbol_named(const std::vector<Symbol>& symbols, std::string_view name) {
  const auto found = std::ranges::find(symbols, name, &Symbol::name);
  return found == symbols.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("a DLL of Microsoft's kind: its id, where it wants to be, its sections") {
  const Opened dll("ledger-x86_64.dll");
  const Image& image = dll.image();
  CHECK(image.format() == Format::Pe);
  CHECK(image.type() == FileType::SharedLibrary);
  CHECK(image.architecture() == Architecture::X86_64);
  CHECK(image.address_size() == 8);
  CHECK(image.text_base().value == 0x180000000);
  REQUIRE(image.id());
  CHECK(image.id()->hex() == "ffde7dac97b195934c4c44205044422e1");
  CHECK(image.pdb_name() == "ledger-x86_64.pdb");
  const Section& text = image.sections().at(0);
  CHECK(text.name == ".text");
  CHECK(text.address.value == 0x180001000);
  CHECK(text.code);
  CHECK(text.allocated);
  CHECK_FALSE(image.sections().at(1).code);
}

TEST_CASE("exports are symbols where there are no others; what is forwarded is no function here") {
  const Alone dll("ledger-x86_64.dll");
  const auto symbols = dll.image().symbols();
  REQUIRE(symbols);
  CHECK(symbols->size() == 4);
  REQUIRE(symbol_named(*symbols, "ledger_close"));
  CHECK(symbol_named(*symbols, "ledger_close")->address.value == 0x180001120);
  CHECK(symbol_named(*symbols, "forwarded") == nullptr);
}

TEST_CASE("a PDB beside the file gives its names") {
  const Opened dll("ledger-x86_64.dll");
  const Alone pdb("ledger-x86_64.pdb"), without("ledger-x86_64.dll");
  REQUIRE(dll.image().program_database());
  CHECK(*dll.image().program_database() != nullptr);
  CHECK(*without.image().program_database() == nullptr);
  CHECK(pdb.image().id() == dll.image().id());
  CHECK(pdb.image().text_base().value == 0);
  CHECK(symbol_named(*dll.image().symbols(), "??1Book@ledger@@UEAA@XZ")->address.value == 0x1800010f0);
  CHECK(symbol_named(*pdb.image().symbols(), "??1Book@ledger@@UEAA@XZ")->address.value == 0x10f0);
}

TEST_CASE("functions begin where .pdata says") {
  const Opened x86_64("ledger-x86_64.dll"), arm64("ledger-aarch64.dll"), i386("ledger-i686.dll");
  CHECK(*x86_64.image().function_starts() == std::vector<FileAddress>{{0x180001120}, {0x180001300}});
  CHECK(*arm64.image().function_starts() == std::vector<FileAddress>{{0x180001160}, {0x180001348}});
  CHECK(i386.image().function_starts()->empty());
  CHECK(Opened("market-x86_64.dll").image().function_starts()->size() == 13);
}

TEST_CASE("MinGW: long names of sections, COFF's symbols, DWARF, a link to a debug file") {
  const Opened dll("ledger-mingw-x86_64.dll");
  CHECK(dll.image().debug_section("debug_info") != nullptr);
  CHECK_FALSE(dll.image().debug_section("debug_info")->allocated);
  const auto symbols = dll.image().symbols();
  REQUIRE(symbols);
  CHECK(symbol_named(*symbols, "_ZN6ledger4Book5totalEPKNS_12_GLOBAL__N_15EntryEi") != nullptr);
  const Opened stripped("ledger-mingw-x86_64-stripped.dll"), debug("ledger-mingw-x86_64-stripped.dll.debug");
  REQUIRE(stripped.image().debug_link());
  CHECK(stripped.image().debug_link()->file == "ledger-mingw-x86_64-stripped.dll.debug");
  CHECK(stripped.image().id() == dll.image().id());
  CHECK(debug.image().id() == dll.image().id());
  CHECK(debug.image().type() == FileType::DebugCompanion);
}

TEST_CASE("on i386 names are those of the source") {
  const Alone mingw("ledger-mingw-i686.dll"), exports("ledger-i686.dll");
  const auto symbols = mingw.image().symbols(), exported = exports.image().symbols();
  REQUIRE(symbols);
  CHECK(symbol_named(*symbols, "ledger_quick") != nullptr);
  CHECK(symbol_named(*symbols, "_ZN6ledger4BookD1Ev") != nullptr);
  REQUIRE(exported);
  CHECK(symbol_named(*exported, "ledger_warnings") != nullptr);
  CHECK(symbol_named(*exported, "audit_run") != nullptr);
  CHECK(pe::undecorated("_f") == "f");
  CHECK(pe::undecorated("__f@12") == "_f");
  CHECK(pe::undecorated("@f@8") == "f");
  CHECK(pe::undecorated("f@@16") == "f");
  CHECK(pe::undecorated("?f@@YAHXZ") == "?f@@YAHXZ");
  CHECK(pe::undecorated("_") == "_");
  CHECK(pe::undecorated("@12") == "@12");
}

TEST_CASE("a PE file cut at any byte is refused, or has less in it") {
  for (const char* name : {"ledger-x86_64.dll", "ledger-aarch64.dll", "ledger-mingw-i686.dll"}) {
    const std::vector<std::uint8_t> whole = bytes_of(name);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const std::vector<std::uint8_t> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      const auto file = open_bytes(cut, "cut.dll");
      if (!file) continue;
      const Image& image = *(*file)->images().at(0);
      CHECK(image.symbols());
      CHECK(image.function_starts());
    }
  }
}

TEST_CASE("a PE file of which any byte was changed is refused, or is an image all the same") {
  for (const char* name : {"ledger-x86_64.dll", "ledger-i686.dll", "ledger-mingw-x86_64.dll"}) {
    const std::vector<std::uint8_t> whole = bytes_of(name);
    for (std::size_t at = 0; at < whole.size(); ++at)
      for (const unsigned change : {0x01U, 0x80U, 0xffU}) {
        std::vector<std::uint8_t> changed = whole;
        changed[at] = static_cast<std::uint8_t>(changed[at] ^ change);
        const auto file = open_bytes(changed, "changed.dll");
        if (!file) continue;
        for (const auto& image : (*file)->images()) {
          CHECK((image->symbols() || !image->symbols().error().message.empty()));
          CHECK((image->function_starts() || !image->function_starts().error().message.empty()));
        }
      }
  }
}
