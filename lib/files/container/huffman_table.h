// A Huffman code of deflate as a table: the next bits of the input are an index to the symbol that they begin
// with. Codes longer than the table is wide go on in a second table behind it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace symkit::container {

// What the decoder does with an entry. The low byte is how many bits the whole takes, extra bits included;
// the next is the length of the code alone; the upper half is a value.
namespace huffman {
inline constexpr std::uint32_t is_literal = 1U << 31;       // value: the byte
inline constexpr std::uint32_t is_special = 1U << 15;       // one of the three below
inline constexpr std::uint32_t is_second_table = 1U << 14;  // value: where; low byte: bits of the first table
inline constexpr std::uint32_t is_end = 1U << 13;           // of the block
inline constexpr std::uint32_t is_invalid = is_special;     // bits that are no code
}  // namespace huffman

inline constexpr unsigned longest_code = 15;

// `lengths`: of the code of each symbol, 0 for none. `symbols`: what their entries are, without code lengths.
// False where the lengths are no code, or leave bit patterns without a meaning (a single code may).
bool build_huffman_table(std::span<const std::uint8_t> lengths, std::span<const std::uint32_t> symbols,
                         unsigned table_bits, std::span<std::uint32_t> table);

}  // namespace symkit::container
