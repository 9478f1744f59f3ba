// One instruction of x86, of 32 or 64 bits: how long it is and what its parts are. What it does is not told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "ground/base/bytes.h"

namespace symkit::code {

struct X86Instruction {
  enum class Map : std::uint8_t { OneByte, TwoBytes, Other };  // Other: vectors, and opcodes of three bytes

  std::size_t size = 0;
  Map map = Map::OneByte;
  std::uint8_t opcode = 0;
  std::uint8_t wide = 0;  // the prefix REX
  std::optional<std::uint8_t> modes = {};
  std::optional<std::uint8_t> scaled = {};  // a sum of two registers is the address
  std::int64_t displacement = 0;
  std::int64_t immediate = 0;

  bool is(std::uint8_t one) const { return map == Map::OneByte && opcode == one; }
  bool is_wide() const { return (wide & 8U) != 0; }
  // The registers' numbers, as instructions have them.
  unsigned in_opcode() const { return (opcode & 7U) | (wide & 1U) << 3; }
  unsigned first() const { return (modes.value_or(0) >> 3 & 7U) | (wide & 4U) << 1; }
  bool second_is_memory() const { return modes && *modes >> 6 != 3; }
  unsigned second() const { return (modes.value_or(0) & 7U) | (wide & 1U) << 3; }
  // Of the second operand's address, if that is one register and the displacement.
  std::optional<unsigned> base() const;
};

// Nothing if the bytes end before it does, or it is not known.
std::optional<X86Instruction> x86_instruction(Bytes bytes, bool is_64_bit);

}  // namespace symkit::code
