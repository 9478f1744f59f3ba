// The entries of .eh_frame and .debug_frame: each has the program that tells how to leave a function's
// frame (FDE), and what several functions have in common (CIE). Nothing is allocated and nothing thrown, as
// the recorder of symleak reads them in the programs of others.
#pragma once

#include <cstdint>
#include <optional>

#include "ground/base/bytes.h"

namespace symkit::unwind {

// A section with such entries.
struct FrameSection {
  Bytes data;
  std::uint64_t address = 0;  // in the image; only .eh_frame's counts
  bool is_debug_frame = false;
  Endian endian = Endian::Little;
  unsigned address_size = 8;
};

struct FrameEntry {
  std::uint64_t begin = 0;  // of the function, as in the file
  std::uint64_t end = 0;    // exclusive
  Bytes common_program;
  Bytes program;
  std::uint64_t code_step = 1;
  std::int64_t data_step = 1;
  std::uint64_t return_register = 0;
  bool is_signal_frame = false;
  std::uint64_t program_address = 0;  // of the programs' own pointers
  std::uint8_t pointer_encoding = 0;
  unsigned address_size = 8;
  Endian endian = Endian::Little;
};

// What stands at the offset of a section.
struct FrameRecord {
  std::uint64_t next = 0;           // the offset of the record behind it
  std::optional<FrameEntry> entry;  // nothing: it belongs to no function, or is broken
};

// Nothing at the end of the section, or where what follows cannot be told.
std::optional<FrameRecord> read_record(const FrameSection& section, std::uint64_t offset);

// The entry at the offset, if the address is in its function: gaps between functions belong to nobody.
std::optional<FrameEntry> entry_at(const FrameSection& section, std::uint64_t offset, std::uint64_t address);

}  // namespace symkit::unwind
