#include <LIEF/MachO.hpp>

#include "debug/lief/describe.h"
#include "ground/base/hex.h"

namespace symkit::lief {
namespace {

using details::Details;
using LIEF::MachO::LOAD_COMMAND_TYPES;

constexpr unsigned stab_mask = 0xe0, type_mask = 0x0e, external = 0x01, weak_reference = 0x40;
constexpr unsigned two_level_names = 0x80;  // of the header's flags

// If a name has all 16 characters and no NUL, LIEF reads on.
std::string fixed(const std::string& name) {
  return name.substr(0, std::min<std::size_t>(name.find('\0'), 16));
}

std::string kind_of(LOAD_COMMAND_TYPES command) {
  switch (command) {
    case LOAD_COMMAND_TYPES::LC_LOAD_WEAK_DYLIB: return "weak";
    case LOAD_COMMAND_TYPES::LC_REEXPORT_DYLIB: return "re-exported";
    case LOAD_COMMAND_TYPES::LC_LAZY_LOAD_DYLIB: return "lazy";
    case LOAD_COMMAND_TYPES::LC_LOAD_UPWARD_DYLIB: return "upward";
    default: return "";
  }
}

std::string version_of(const LIEF::MachO::DylibCommand& library) {
  std::string version;
  for (const unsigned part : library.current_version())
    version += (version.empty() ? "" : ".") + std::to_string(part);
  return version;
}

// A command that LIEF has no name for is newer than it.
std::string command_name(const LIEF::MachO::LoadCommand& command) {
  switch (static_cast<std::uint32_t>(command.command()) & 0x7fffffffU) {
    case 0x31: return "NOTE";
    case 0x32: return "BUILD_VERSION";
    case 0x33: return "DYLD_EXPORTS_TRIE";
    case 0x34: return "DYLD_CHAINED_FIXUPS";
    case 0x35: return "FILESET_ENTRY";
    default: return LIEF::MachO::to_string(command.command());
  }
}

void add_commands(const LIEF::MachO::Binary& binary, Details& found) {
  for (const LIEF::MachO::LoadCommand& command : binary.commands()) {
    found.load_commands.push_back(command_name(command));
    if (const auto* path = dynamic_cast<const LIEF::MachO::RPathCommand*>(&command))
      found.search_paths.push_back(path->path());
    const auto* library = dynamic_cast<const LIEF::MachO::DylibCommand*>(&command);
    if (library == nullptr) continue;
    if (command.command() == LOAD_COMMAND_TYPES::LC_ID_DYLIB) {
      found.own_name = library->name();
    } else {
      found.libraries.push_back({library->name(), kind_of(command.command()), version_of(*library)});
    }
  }
}

// The upper half of a symbol's description is the number of its library, in the order of the load
// commands.
void add_symbols(const LIEF::MachO::Binary& binary, Details& found) {
  const bool two_level = (binary.header().flags() & two_level_names) != 0;
  for (const LIEF::MachO::Symbol& symbol : binary.symbols()) {
    const unsigned type = symbol.type();
    if (symbol.origin() != LIEF::MachO::SYMBOL_ORIGINS::SYM_ORIGIN_LC_SYMTAB || (type & stab_mask) != 0)
      continue;
    ++found.symbols;
    const bool is_undefined = (type & type_mask) == 0 && (type & external) != 0 && symbol.value() == 0;
    if (!is_undefined) continue;
    const unsigned description = symbol.description();
    const unsigned ordinal = description >> 8 & 0xff;
    const bool is_known = two_level && ordinal <= found.libraries.size();
    found.undefined.push_back({.name = symbol.name(),
                               .library = is_known ? ordinal : 0,
                               .weak = (description & weak_reference) != 0,
                               .version = {}});
  }
}

}  // namespace

Details describe_macho(const std::vector<std::uint8_t>& bytes) {
  const auto fat = LIEF::MachO::Parser::parse(bytes, "image", LIEF::MachO::ParserConfig::quick());
  Details found;
  if (!fat || fat->size() != 1) return found;
  const LIEF::MachO::Binary& binary = (*fat)[0];
  for (const LIEF::MachO::Section& section : binary.sections())
    found.sections.push_back({fixed(section.name()), section.address()});
  if (binary.has_uuid()) found.id = to_hex(binary.uuid().uuid());
  add_commands(binary, found);
  add_symbols(binary, found);
  if (binary.has_function_starts()) found.function_starts = binary.function_starts().functions().size();
  return found;
}

}  // namespace symkit::lief
