// ELF files without a section table: the loader's data has the same information. Sections are made from
// the segments and the tables that PT_DYNAMIC names, so that all other code sees a normal file.
#pragma once

#include <cstdint>
#include <optional>

#include "files/container/elf_file.h"
#include "ground/base/result.h"

namespace symkit::container::elf {

// Only for a linked file without a section table.
void make_sections_of_segments(ElfFile& file);

// For such a file: the section made from the segment with the address; section_index::undefined if there
// is none. The section numbers in its symbols refer to sections that no longer exist.
std::uint32_t section_at(const ElfFile& file, std::uint64_t address);

}  // namespace symkit::container::elf
