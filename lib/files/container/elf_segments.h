// ELF files without a section table: what the loader reads says the same. Sections are made of the segments
// and of the tables that PT_DYNAMIC names, so that everybody else finds an ordinary file.
#pragma once

#include <cstdint>
#include <optional>

#include "files/container/elf_file.h"
#include "ground/base/result.h"

namespace symkit::container::elf {

// Only of a file that has no section table and is linked.
void make_sections_of_segments(ElfFile& file);

// Of such a file: the section that was made of the segment that holds the address; section_index::undefined
// where none does. The numbers that its symbols have are of sections that are gone.
std::uint32_t section_at(const ElfFile& file, std::uint64_t address);

}  // namespace symkit::container::elf
