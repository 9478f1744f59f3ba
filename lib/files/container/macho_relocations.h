// Relocations of Mach-O object files.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "files/container/macho_file.h"
#include "ground/base/result.h"

namespace symkit::container::macho {

// Whether apply_relocations() has anything to do.
bool has_relocations(const MachoFile& file, const SectionRecord& section);

// Only relocations against symbols change anything: the places of the others already hold correct
// addresses, because sections of an object file have addresses.
Result<void> apply_relocations(const MachoFile& file, const SectionRecord& section,
                               std::span<std::uint8_t> contents);

// The places that a linker writes to in a section, by offset, sorted.
struct RelocatedBytes {
  std::uint64_t offset = 0;
  unsigned width = 0;
};
std::vector<RelocatedBytes> relocated_bytes(const MachoFile& file, const SectionRecord& section);

}  // namespace symkit::container::macho
