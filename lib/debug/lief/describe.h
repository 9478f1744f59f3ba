// Reads an ELF or Mach-O file with LIEF. LIEF may crash, hang or throw on unexpected input, so this is
// called only by the program symkit-lief, in an expendable process.
#pragma once

#include <cstdint>
#include <vector>

#include "debug/details/details.h"

namespace symkit::lief {

details::Details describe_elf(const std::vector<std::uint8_t>& bytes);
details::Details describe_macho(const std::vector<std::uint8_t>& bytes);

}  // namespace symkit::lief
