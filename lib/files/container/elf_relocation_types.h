// The effects of the relocation types that debug sections use, as one table per processor. Types used
// only by code are left out: the file's bytes stay unchanged there.
#pragma once

#include <cstdint>

namespace symkit::container::elf {

enum class Effect : std::uint8_t {
  Set,       // symbol + addend
  Relative,  // symbol + addend − place
  Add,       // old value + symbol + addend
  Subtract,  // old value − symbol − addend
  SetSix,    // as Set, but only the low six bits of the byte
  AddSix,
  SubtractSix,
  SetUleb,  // a ULEB128 of the existing length
  AddUleb,
  SubtractUleb,
};

struct RelocationType {
  std::uint32_t number = 0;
  Effect effect = Effect::Set;
  std::uint8_t width = 0;  // bytes; 0 for ULEB128
};

bool knows_relocations_of(std::uint16_t machine);

// Null for types without an effect on data.
const RelocationType* find_relocation_type(std::uint16_t machine, std::uint32_t number);

}  // namespace symkit::container::elf
