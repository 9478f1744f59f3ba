// Records of CodeView, symbols and types alike: a size, a kind, and what is in them.
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "base/cursor.h"

namespace symkit::pdb {

// Calls take(kind, body) for the first.
template <class Take>
void first_record(Bytes records, Take take) {
  Cursor at(records, Endian::Little);
  const std::uint16_t size = at.u16(), kind = at.u16();
  if (size < 2 || at.failed() || at.remaining() < size - 2U) return;
  take(kind, at.bytes(size - 2U));
}

// Calls take(kind, body) for each, up to the first that does not fit.
template <class Take>
void each_record(Bytes records, Take take) {
  Cursor at(records, Endian::Little);
  while (at.remaining() >= 4) {
    const std::uint16_t size = at.u16();
    if (size < 2 || size > at.remaining()) return;
    const std::uint16_t kind = at.u16();
    take(kind, at.bytes(size - 2U));
  }
}

}  // namespace symkit::pdb
