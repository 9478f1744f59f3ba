// Images that differ in their ids alone.
#pragma once

#include "support/synth_elf.h"
#include "support/synth_macho.h"

namespace symkit::test {

// An ELF file whose build id is 20 times this byte: all of them have one size.
inline Buffer elf_with_id(std::uint8_t byte) {
  SynthElf elf;
  elf.id = Buffer(20, byte);
  elf.add({.name = ".text", .address = 0x1000, .bytes = Buffer(16), .flags = SynthElf::code});
  return elf.build();
}

inline Buffer macho_with_id(std::uint8_t byte) {
  SynthMacho macho({.wide = true, .endian = Endian::Little});
  macho.id = Buffer(16, byte);
  macho.segments.push_back(
      {.name = "__TEXT",
       .address = 0x100000000,
       .sections = {
           {.name = "__text", .address = 0x100000100, .bytes = Buffer(16), .flags = SynthMacho::code}}});
  return macho.build();
}

}  // namespace symkit::test
