// The input of the DWARF reader: views of the sections, decompressed and relocated. It opens no files and
// cannot distinguish ELF from Mach-O.
#pragma once

#include "ground/base/bytes.h"

namespace symkit::dwarf {

struct Sections {
  Bytes info;
  Bytes abbrev;
  Bytes line;
  Bytes line_str;
  Bytes str;
  Bytes str_offsets;
  Bytes addr;
  Bytes ranges;
  Bytes rnglists;
  Endian endian = Endian::Little;
  Bytes supplementary_str = {};  // .debug_str of the file that several debug files share (dwz)
};

struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // exclusive
};

}  // namespace symkit::dwarf
