// A small copy of an image for LIEF, which reads and copies everything it gets: headers, symbols and
// linking information, without code, data, debug sections and relocations. Everything kept retains its
// addresses.
#pragma once

#include <cstdint>
#include <vector>

#include "files/container/image.h"
#include "ground/base/result.h"

namespace symkit::details {

struct Extract {
  std::vector<std::uint8_t> bytes;
  bool has_symbols = false;  // the main table is included
};

// An error says why LIEF cannot be used.
Result<Extract> extract(const container::Image& image);

Result<Extract> extract_elf(Bytes bytes);
Result<Extract> extract_macho(Bytes bytes);

// Larger tables are left out.
inline constexpr std::uint64_t largest_symbol_table = 4 << 20;
inline constexpr std::uint64_t largest_extract = 64 << 20;

}  // namespace symkit::details
