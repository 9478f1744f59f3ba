// What LIEF says of an ELF or Mach-O file. LIEF may crash, hang or throw on what it does not expect: only
// the program symkit-lief calls this, in a process that nobody needs.
#pragma once

#include <cstdint>
#include <vector>

#include "debug/details/details.h"

namespace symkit::lief {

details::Details describe_elf(const std::vector<std::uint8_t>& bytes);
details::Details describe_macho(const std::vector<std::uint8_t>& bytes);

}  // namespace symkit::lief
