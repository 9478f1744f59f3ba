// Pointers in unwind tables, encoded as DW_EH_PE_… says.
#pragma once

#include <cstdint>
#include <optional>

#include "ground/base/cursor.h"

namespace symkit::unwind {

// What pointers may be relative to.
struct PointerBases {
  std::uint64_t section = 0;   // where the cursor's bytes are in memory
  std::uint64_t data = 0;      // for a table of pointers: where it is
  std::uint64_t function = 0;  // the function that the entry is for
};

inline constexpr std::uint8_t no_pointer = 0xff;

// Nothing, and the cursor fails, if it cannot be read. An indirect pointer cannot: its value is known only
// to the program.
std::optional<std::uint64_t> read_pointer(Cursor& at, std::uint8_t encoding, unsigned address_size,
                                          const PointerBases& bases);

}  // namespace symkit::unwind
