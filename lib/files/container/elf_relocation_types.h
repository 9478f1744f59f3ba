// What the relocation types that debug sections use do, as one table a processor. Types that only code uses
// are not here: their places keep what the file has.
#pragma once

#include <cstdint>

namespace symkit::container::elf {

enum class Effect : std::uint8_t {
  Set,       // symbol + addend
  Relative,  // symbol + addend − place
  Add,       // what is there + symbol + addend
  Subtract,  // what is there − symbol − addend
  SetSix,    // as Set, but only the low six bits of the byte
  AddSix,
  SubtractSix,
  SetUleb,  // a ULEB128 of the length that is there
  AddUleb,
  SubtractUleb,
};

struct RelocationType {
  std::uint32_t number = 0;
  Effect effect = Effect::Set;
  std::uint8_t width = 0;  // bytes; 0 for ULEB128
};

bool knows_relocations_of(std::uint16_t machine);

// Null for types that do nothing to data.
const RelocationType* find_relocation_type(std::uint16_t machine, std::uint32_t number);

}  // namespace symkit::container::elf
