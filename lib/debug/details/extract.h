// A small copy of an image for LIEF, which reads and copies all that it is given: headers, symbols and what
// belongs to linking, without code, data, debug sections and relocations. What is left keeps its addresses.
#pragma once

#include <cstdint>
#include <vector>

#include "files/container/image.h"
#include "ground/base/result.h"

namespace symkit::details {

struct Extract {
  std::vector<std::uint8_t> bytes;
  bool has_symbols = false;  // the main table is in it
};

// An error says what LIEF could not have been asked.
Result<Extract> extract(const container::Image& image);

Result<Extract> extract_elf(Bytes bytes);
Result<Extract> extract_macho(Bytes bytes);

// Larger tables stay out.
inline constexpr std::uint64_t largest_symbol_table = 4 << 20;
inline constexpr std::uint64_t largest_extract = 64 << 20;

}  // namespace symkit::details
