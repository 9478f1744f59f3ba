#include <LIEF/ELF.hpp>
#include <map>

#include "debug/lief/describe.h"
#include "ground/base/hex.h"

namespace symkit::lief {
namespace {

using details::Details;
using LIEF::ELF::ELF_SYMBOL_TYPES;

void add_dynamic(const LIEF::ELF::Binary& binary, Details& found) {
  for (const LIEF::ELF::DynamicEntry& entry : binary.dynamic_entries()) {
    if (const auto* library = dynamic_cast<const LIEF::ELF::DynamicEntryLibrary*>(&entry)) {
      found.libraries.push_back({library->name(), "", ""});
    } else if (const auto* name = dynamic_cast<const LIEF::ELF::DynamicSharedObject*>(&entry)) {
      found.own_name = name->name();
    } else if (const auto* run_path = dynamic_cast<const LIEF::ELF::DynamicEntryRunPath*>(&entry)) {
      found.search_paths.push_back(run_path->runpath());
    } else if (const auto* path = dynamic_cast<const LIEF::ELF::DynamicEntryRpath*>(&entry)) {
      found.search_paths.push_back(path->rpath());
    }
  }
}

// A required version: its library, and its name.
struct Need {
  std::uint32_t library = 0;
  std::string version;
};

std::map<unsigned, Need> needs_of(const LIEF::ELF::Binary& binary, const Details& found) {
  std::map<unsigned, Need> needs;
  for (const LIEF::ELF::SymbolVersionRequirement& requirement : binary.symbols_version_requirement()) {
    std::uint32_t library = 0;
    for (std::uint32_t i = 0; i < found.libraries.size(); ++i)
      if (found.libraries[i].name == requirement.name()) library = i + 1;
    for (const LIEF::ELF::SymbolVersionAuxRequirement& one : requirement.auxiliary_symbols())
      needs[one.other() & 0x7fffU] = {library, one.name()};
  }
  return needs;
}

void add_undefined(const LIEF::ELF::Binary& binary, Details& found) {
  const auto needs = needs_of(binary, found);
  const bool is_dynamic = binary.dynamic_symbols().size() != 0;
  auto symbols = is_dynamic ? binary.dynamic_symbols() : binary.static_symbols();
  for (const LIEF::ELF::Symbol& symbol : symbols) {
    if (symbol.shndx() != 0 || symbol.name().empty()) continue;
    details::Undefined undefined{.name = symbol.name(),
                                 .library = 0,
                                 .weak = symbol.binding() == LIEF::ELF::SYMBOL_BINDINGS::STB_WEAK,
                                 .version = {}};
    // In .symtab the version is part of the name.
    if (const std::size_t at = undefined.name.find('@'); !is_dynamic && at != std::string::npos) {
      undefined.version = undefined.name.substr(undefined.name.find_last_of('@') + 1);
      undefined.name.resize(at);
    }
    if (is_dynamic && symbol.has_version()) {
      const auto need = needs.find(symbol.symbol_version().value() & 0x7fffU);
      if (need != needs.end()) {
        undefined.library = need->second.library;
        undefined.version = need->second.version;
      }
    }
    found.undefined.push_back(std::move(undefined));
  }
}

// Mapping symbols mark where code of one kind or data begins; they do not count as symbols.
bool is_mapping(LIEF::ELF::ARCH machine, const std::string& name) {
  using LIEF::ELF::ARCH;
  const bool is_arm = machine == ARCH::EM_ARM;
  const bool is_riscv = static_cast<unsigned>(machine) == 243;  // newer than LIEF
  if (!is_arm && !is_riscv && machine != ARCH::EM_AARCH64) return false;
  if (is_riscv && (name == ".L0 " || name.starts_with("$xrv"))) return true;
  const std::string_view kinds = is_arm ? "atd" : "xd";
  return name.size() >= 2 && name[0] == '$' && kinds.find(name[1]) != kinds.npos &&
         (name.size() == 2 || name[2] == '.');
}

// Counts as lib/debug/survey does for the main table.
std::uint64_t count_symbols(const LIEF::ELF::Binary& binary) {
  std::uint64_t count = 0;
  const bool has_static = binary.static_symbols().size() != 0;
  auto symbols = has_static ? binary.static_symbols() : binary.dynamic_symbols();
  for (const LIEF::ELF::Symbol& symbol : symbols) {
    const ELF_SYMBOL_TYPES type = symbol.type();
    const bool is_named =
        !symbol.name().empty() && type != ELF_SYMBOL_TYPES::STT_SECTION && type != ELF_SYMBOL_TYPES::STT_FILE;
    const bool marks = type == ELF_SYMBOL_TYPES::STT_NOTYPE && symbol.shndx() != 0 &&
                       is_mapping(binary.header().machine_type(), symbol.name());
    count += is_named && !marks ? 1 : 0;
  }
  return count;
}

// LIEF reads a note's content as 32-bit numbers, which reverses those of big-endian files.
std::string id_of(const LIEF::ELF::Note& note, bool is_big_endian) {
  std::vector<std::uint8_t> bytes = note.description();
  for (std::size_t i = 0; is_big_endian && i + 4 <= bytes.size(); i += 4)
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                 bytes.begin() + static_cast<std::ptrdiff_t>(i + 4));
  return to_hex(bytes);
}

}  // namespace

Details describe_elf(const std::vector<std::uint8_t>& bytes) {
  // By default, LIEF counts dynamic symbols by their hash table and finds none in some libraries.
  const auto binary =
      LIEF::ELF::Parser::parse(bytes, "image", LIEF::ELF::DYNSYM_COUNT_METHODS::COUNT_SECTION);
  Details found;
  if (!binary) return found;
  const bool is_big_endian = binary->header().identity_data() == LIEF::ELF::ELF_DATA::ELFDATA2MSB;
  for (const LIEF::ELF::Section& section : binary->sections())
    found.sections.push_back({section.name(), section.virtual_address()});
  for (const LIEF::ELF::Note& note : binary->notes())
    if (note.type() == LIEF::ELF::NOTE_TYPES::NT_GNU_BUILD_ID && note.name().starts_with("GNU"))
      found.id = id_of(note, is_big_endian);
  add_dynamic(*binary, found);
  add_undefined(*binary, found);
  found.symbols = count_symbols(*binary);
  return found;
}

}  // namespace symkit::lief
