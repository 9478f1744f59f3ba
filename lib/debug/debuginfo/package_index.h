// .debug_cu_index and .debug_tu_index: where in the sections of a .dwp each unit's share begins. Linkers of
// packages write offsets of 32 bits, also where a section is larger than they can say.
#pragma once

#include <cstdint>
#include <vector>

#include "files/dwarf/debug_file.h"
#include "ground/base/bytes.h"

namespace symkit::debuginfo {

struct Share {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
};

// A row of the index.
struct PackedUnit {
  std::uint64_t id = 0;  // of a compile unit its DWO id, of a type unit its signature
  Share info;
  Share abbreviations;
  Share string_offsets;
  Share range_lists;
};

// Version 2 (GNU, of DWARF 4) or 5. Empty where it is neither, or broken.
std::vector<PackedUnit> read_package_index(Bytes index, Endian endian);

// Offsets beyond `wrap` have lost what is above it. Units are where they are found by walking; the shares of
// the other sections lie in the order of the units. Drops those whose unit cannot be told.
inline constexpr std::uint64_t offset_wrap = std::uint64_t{1} << 32;
void find_true_offsets(std::vector<PackedUnit>& packed, const dwarf::DebugFile& package,
                       std::uint64_t wrap = offset_wrap);

}  // namespace symkit::debuginfo
