// LIEF on Mach-O, under the rules of our own reader.
#include <LIEF/MachO.hpp>

#include "second_opinion/opinion.h"

namespace symkit::opinion {
namespace {

constexpr unsigned type_mask = 0x0e, in_section = 0x0e, stab_mask = 0xe0;

// In names of 16 characters, which have no NUL, LIEF reads on.
std::string fixed(const std::string& name) {
  return name.substr(0, std::min<std::size_t>(name.find('\0'), 16));
}

Section section_of(const LIEF::MachO::Section& theirs) {
  Section section;
  section.name = fixed(theirs.name());
  section.segment = fixed(theirs.segment_name());
  section.address = theirs.address();
  section.size = theirs.size();
  section.data = theirs.content();
  return section;
}

bool is_debug(const LIEF::MachO::Section& section) {
  return fixed(section.segment_name()) == "__DWARF" || (section.raw_flags() & 0x02000000) != 0;
}

std::string hex_of(const LIEF::MachO::uuid_t& id) {
  std::string text;
  for (const std::uint8_t byte : id) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

// LIEF adds symbols of its own from export tries and bindings: those of LC_SYMTAB are what counts.
bool is_wanted(const LIEF::MachO::Symbol& symbol, const std::vector<const LIEF::MachO::Section*>& sections) {
  const unsigned type = symbol.type();
  const std::size_t number = symbol.numberof_sections();
  return symbol.origin() == LIEF::MachO::SYMBOL_ORIGINS::SYM_ORIGIN_LC_SYMTAB && (type & stab_mask) == 0 &&
         (type & type_mask) == in_section && number != 0 && number <= sections.size() &&
         !symbol.name().empty() && !is_debug(*sections[number - 1]);
}

Description describe(const LIEF::MachO::Binary& binary) {
  Description all;
  std::vector<const LIEF::MachO::Section*> sections;
  for (const LIEF::MachO::Section& section : binary.sections()) {
    all.sections.push_back(section_of(section));
    sections.push_back(&section);
  }
  if (binary.has_uuid()) all.id = hex_of(binary.uuid().uuid());
  for (const LIEF::MachO::Symbol& symbol : binary.symbols())
    if (is_wanted(symbol, sections)) all.symbols.push_back({symbol.name(), symbol.value(), 0});
  // LIEF counts from the image base, and keeps the Thumb bit.
  if (binary.has_function_starts()) {
    const bool thumb = binary.header().cpu_type() == LIEF::MachO::CPU_TYPES::CPU_TYPE_ARM;
    for (const std::uint64_t offset : binary.function_starts().functions())
      all.function_starts.push_back((binary.imagebase() + offset) &
                                    (thumb ? ~std::uint64_t{1} : ~std::uint64_t{0}));
  }
  return all;
}

}  // namespace

std::vector<Description> ask_lief_macho(const std::string& path) {
  const auto fat = LIEF::MachO::Parser::parse(path);
  std::vector<Description> all;
  if (fat)
    for (const LIEF::MachO::Binary& binary : *fat) all.push_back(describe(binary));
  return all;
}

}  // namespace symkit::opinion
