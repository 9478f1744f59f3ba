// LIEF on ELF, under the rules of our own reader.
#include <LIEF/ELF.hpp>
#include <algorithm>

#include "second_opinion/opinion.h"

namespace symkit::opinion {
namespace {

using LIEF::ELF::ELF_SECTION_FLAGS;
using LIEF::ELF::ELF_SECTION_TYPES;
using LIEF::ELF::ELF_SYMBOL_TYPES;

// LIEF gives the stored bytes, compression header and all, and the size of these.
Section section_of(const LIEF::ELF::Section& theirs) {
  Section section;
  section.name = theirs.name();
  section.address = theirs.virtual_address();
  section.size = theirs.size();
  const bool stored =
      theirs.type() != ELF_SECTION_TYPES::SHT_NOBITS && theirs.type() != ELF_SECTION_TYPES::SHT_NULL;
  if (stored) section.data = theirs.content();
  if (theirs.type() == ELF_SECTION_TYPES::SHT_NULL) section.size = 0;
  return section;
}

bool is_mapping(const std::string& name) {
  return name.size() >= 2 && name[0] == '$' && (name.size() == 2 || name[2] == '.');
}

// LIEF lists everything; ours are the defined ones in sections that are loaded.
bool is_wanted(const LIEF::ELF::Symbol& symbol, const std::vector<const LIEF::ELF::Section*>& sections) {
  const std::size_t index = symbol.shndx();
  if (index == 0 || index >= 0xff00 || index >= sections.size() || symbol.name().empty()) return false;
  if (!sections[index]->has(ELF_SECTION_FLAGS::SHF_ALLOC)) return false;
  const ELF_SYMBOL_TYPES type = symbol.type();
  if (type == ELF_SYMBOL_TYPES::STT_NOTYPE && is_mapping(symbol.name())) return false;
  if (symbol.name() == ".L0 ") return false;  // of RISC-V assemblers
  return type != ELF_SYMBOL_TYPES::STT_SECTION && type != ELF_SYMBOL_TYPES::STT_FILE &&
         type != ELF_SYMBOL_TYPES::STT_TLS;
}

// LIEF keeps the Thumb and microMIPS bits.
std::uint64_t address_of(const LIEF::ELF::Binary& binary, const LIEF::ELF::Symbol& symbol) {
  using LIEF::ELF::ARCH;
  const ARCH machine = binary.header().machine_type();
  const bool marked = machine == ARCH::EM_ARM || machine == ARCH::EM_MIPS;
  return marked && symbol.is_function() ? symbol.value() & ~std::uint64_t{1} : symbol.value();
}

std::string hex_of(const std::vector<std::uint8_t>& bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

// LIEF reads a note's content as numbers of 32 bits, which turns those of big-endian files round.
std::vector<std::uint8_t> content_of(const LIEF::ELF::Note& note, const LIEF::ELF::Binary& binary) {
  std::vector<std::uint8_t> bytes = note.description();
  if (binary.header().identity_data() != LIEF::ELF::ELF_DATA::ELFDATA2MSB) return bytes;
  for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4)
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                 bytes.begin() + static_cast<std::ptrdiff_t>(i + 4));
  return bytes;
}

}  // namespace

std::vector<Description> ask_lief_elf(const std::string& path) {
  // Left to itself, LIEF counts dynamic symbols by their hash table and finds none in some libraries.
  const auto binary = LIEF::ELF::Parser::parse(path, LIEF::ELF::DYNSYM_COUNT_METHODS::COUNT_SECTION);
  if (!binary) return {};
  Description all;
  std::vector<const LIEF::ELF::Section*> sections;
  for (const LIEF::ELF::Section& section : binary->sections()) {
    all.sections.push_back(section_of(section));
    sections.push_back(&section);
  }
  for (const LIEF::ELF::Note& note : binary->notes())
    if (note.type() == LIEF::ELF::NOTE_TYPES::NT_GNU_BUILD_ID && note.name().starts_with("GNU"))
      all.id = hex_of(content_of(note, *binary));
  const bool has_static = binary->static_symbols().size() != 0;
  auto symbols = has_static ? binary->static_symbols() : binary->dynamic_symbols();
  for (const LIEF::ELF::Symbol& symbol : symbols)
    if (is_wanted(symbol, sections))
      all.symbols.push_back({symbol.name(), address_of(*binary, symbol), symbol.size()});
  return {all};
}

}  // namespace symkit::opinion
