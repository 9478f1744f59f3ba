// The sections and records of a native index, shared by its writer and its reader. docs/index-format.md
// explains them with a worked example.
#pragma once

#include <cstdint>

#include "index/envelope.h"

namespace symkit::index {

inline constexpr std::uint32_t meta_tag = tag("META");
inline constexpr std::uint32_t starts_tag = tag("STRT");     // where each block of functions begins
inline constexpr std::uint32_t blocks_at_tag = tag("BOFF");  // where its bytes are in BLKS
inline constexpr std::uint32_t blocks_tag = tag("BLKS");
inline constexpr std::uint32_t files_tag = tag("FILE");  // folder and base name of each file
inline constexpr std::uint32_t strings_tag = tag("STRS");
inline constexpr std::uint32_t string_offsets_tag = tag("SOFF");

// Functions in a block. More share their names better, fewer are found faster.
inline constexpr std::size_t functions_in_block = 32;

// Where what is known of a range of addresses comes from.
enum class Source : std::uint8_t {
  DebugInfo,      // a function of DWARF
  LineTable,      // lines without a function
  SymbolTable,    // a name, no lines
  FunctionStart,  // neither: only that a function begins here
  Beyond,         // nothing begins here; LLVM takes it for the symbol before, in another section
};

// The first byte of a function's body: its Source in the low two and the highest bit, and these.
enum BodyFlag : std::uint8_t {
  is_part = 1 << 2,      // not where the function is entered: a cold part, say
  is_shifted = 1 << 3,   // the rows begin before the range: a varint says by how much
  has_symbols = 1 << 4,  // the symbol table has other names for it
  has_calls = 1 << 5,
  has_rows = 1 << 6,
};

constexpr std::uint8_t source_bits(Source source) {
  const auto number = static_cast<std::uint8_t>(source);
  return static_cast<std::uint8_t>((number & 3) | (number >> 2) << 7);
}
constexpr Source source_of(std::uint8_t flags) {
  return static_cast<Source>((flags & 3) | (flags >> 7) << 2);
}
inline constexpr std::size_t source_count = 5;

// A row is one byte and what the byte calls for:
//   bit 7     is_stmt
//   bits 4-6  line: index into line_steps; or line_explicit, or line_switch
//   bits 0-3  address: steps of instruction_step, or address_explicit
inline constexpr std::uint8_t row_is_statement = 0x80;
inline constexpr int line_steps[6] = {0, 1, 2, 3, -1, 4};
inline constexpr std::uint8_t line_explicit = 6;  // a zigzag varint follows
inline constexpr std::uint8_t line_switch =
    7;  // the inlined call and maybe the file change, then a zigzag varint
inline constexpr std::uint8_t address_explicit = 15;  // a varint follows: steps beyond the first 15

}  // namespace symkit::index
