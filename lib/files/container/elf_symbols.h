// The symbols of an ELF file.
#pragma once

#include <optional>
#include <vector>

#include "files/container/elf_file.h"
#include "files/container/image.h"
#include "ground/base/result.h"

namespace symkit::container::elf {

// A symbol table with its related data.
struct SymbolTable {
  Bytes records;
  Bytes names;
  Bytes section_indexes;  // SHT_SYMTAB_SHNDX: for symbols whose section number does not fit 16 bits
  std::size_t count = 0;
};

// The table in the section `index`.
Result<SymbolTable> symbol_table(const ElfFile& file, std::size_t index);

// The section of the i-th symbol; a number from section_index::reserved on only if it is really a
// section.
std::uint32_t section_of(const ElfFile& file, const SymbolTable& table, std::size_t i,
                         const SymbolRecord& symbol);

// A function's address without the bit for Thumb or microMIPS.
std::uint64_t code_address(const ElfFile& file, const SymbolRecord& symbol);

// $a $t $d (ARM), $x $d (AArch64, RISC-V) mark where code of one kind or data begins; "$d.7" and, on
// RISC-V, "$xrv64imac" mean the same. RISC-V assemblers use ".L0 " to write differences of addresses.
bool is_mapping_symbol(const ElfFile& file, const SymbolRecord& symbol, std::string_view name);

Result<std::vector<Symbol>> read_symbols(const ElfFile& file, const std::vector<Section>& sections);

// See Image::symbols_near; nothing if that needs all symbols.
Result<std::optional<Image::Nearby>> read_symbols_near(const ElfFile& file,
                                                       const std::vector<Section>& sections,
                                                       FileAddress first, FileAddress last);

// See Image::symbols_named; nothing if that needs all symbols.
Result<std::optional<Image::Named>> read_symbols_named(const ElfFile& file,
                                                       const std::vector<Section>& sections,
                                                       std::string_view name);

// Whether it has a .symtab, and not only the symbols that other files may link to.
bool has_whole_table(const ElfFile& file);

// Appends the symbols of an ELF file that belongs to this one (MiniDebugInfo), assigned to this one's
// sections.
void append_symbols_of(const ElfFile& mini, const std::vector<Section>& sections,
                       std::vector<Symbol>& symbols);

}  // namespace symkit::container::elf
