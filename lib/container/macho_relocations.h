// Relocations of Mach-O object files.
#pragma once

#include <span>

#include "base/result.h"
#include "container/macho_file.h"

namespace symkit::container::macho {

bool has_relocations(const MachoFile& file, const SectionRecord& section);

// Only those against symbols change anything: the others hold, in place, addresses that are right already
// because the sections of an object file have addresses.
Result<void> apply_relocations(const MachoFile& file, const SectionRecord& section,
                               std::span<std::uint8_t> contents);

}  // namespace symkit::container::macho
