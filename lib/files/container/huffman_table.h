// A Huffman code of deflate as a table: the next bits of the input are the index of the symbol that they
// begin with. Codes that are longer than the table's width continue in a second table after it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace symkit::container {

// The format of an entry. The low byte is the total number of bits, including extra bits; the next byte
// is the length of the code alone; the upper half is a value.
namespace huffman {
inline constexpr std::uint32_t is_literal = 1U << 31;       // value: the byte
inline constexpr std::uint32_t is_special = 1U << 15;       // one of the three below
inline constexpr std::uint32_t is_second_table = 1U << 14;  // value: place; low byte: bits of first table
inline constexpr std::uint32_t is_end = 1U << 13;           // of the block
inline constexpr std::uint32_t is_invalid = is_special;     // bits that are not a code
}  // namespace huffman

inline constexpr unsigned longest_code = 15;

// `lengths`: of each symbol's code, 0 for none. `symbols`: the symbols' entries, without code lengths.
// False if the lengths do not form a code, or leave bit patterns unassigned (a single code may).
bool build_huffman_table(std::span<const std::uint8_t> lengths, std::span<const std::uint32_t> symbols,
                         unsigned table_bits, std::span<std::uint32_t> table);

}  // namespace symkit::container
