// The values that linkers write in place of an address of deleted code.
#pragma once

#include <cstdint>

namespace symkit::dwarf {

// The largest number of `width` bytes.
constexpr std::uint64_t all_ones(unsigned width) {
  return width >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << width * 8) - 1;
}

// -1 or -2. Offsets from there would wrap around into live code.
constexpr bool is_deleted(std::uint64_t address, unsigned width) { return address >= all_ones(width) - 1; }

}  // namespace symkit::dwarf
