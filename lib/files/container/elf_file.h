// The skeleton of an ELF file: its header and the two tables, read once at opening and checked against
// the size of the file, so that later code can slice without checks.
#pragma once

#include <string_view>
#include <vector>

#include "files/container/elf_format.h"
#include "ground/base/bytes.h"
#include "ground/base/cursor.h"
#include "ground/base/result.h"

namespace symkit::container::elf {

struct ElfFile {
  Bytes bytes;
  bool wide = false;  // ELFCLASS64
  Endian endian = Endian::Little;
  std::uint16_t type = 0;
  std::uint16_t machine = 0;
  std::uint32_t flags = 0;
  std::vector<ProgramHeader> segments;
  std::vector<SectionHeader> sections;  // including the null section: indexes are those of the file
  Bytes section_names;
  bool has_section_table = true;  // false: `sections` are made up, see elf_segments.h

  bool is_object() const { return type == file_type::relocatable; }
  Bytes data_of(const SectionHeader& header) const {
    return header.has_data() ? slice(bytes, header.offset, header.size) : Bytes();
  }
  std::string_view name_of(const SectionHeader& header) const;
  std::size_t symbol_size() const { return wide ? 24 : 16; }
};

bool is_elf(Bytes beginning);

Result<ElfFile> read_elf_file(Bytes bytes);
// The same for a file whose data may lie elsewhere or be cut off: headers only, and no sections.
Result<ElfFile> read_elf_headers(Bytes bytes);

SymbolRecord read_symbol(Cursor& at, bool wide);

}  // namespace symkit::container::elf
