// .debug_cu_index and .debug_tu_index: where each unit's share of the sections of a .dwp begins. Linkers
// of packages write 32-bit offsets, even for larger sections.
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
  std::uint64_t id = 0;  // the DWO id of a compile unit, or the signature of a type unit
  Share info;
  Share abbreviations;
  Share string_offsets;
  Share range_lists;
  Share locations = {};
};

// Version 2 (GNU, for DWARF 4) or 5. Empty if it is neither, or broken.
std::vector<PackedUnit> read_package_index(Bytes index, Endian endian);

// Restores offsets beyond `wrap`, whose upper bits are lost. Units are found by walking the package; the
// shares of the other sections are in the order of the units. Drops rows whose unit cannot be determined.
inline constexpr std::uint64_t offset_wrap = std::uint64_t{1} << 32;
void find_true_offsets(std::vector<PackedUnit>& packed, const dwarf::DebugFile& package,
                       std::uint64_t wrap = offset_wrap);

}  // namespace symkit::debuginfo
