// Records of CodeView, symbols and types alike: a size, a kind, and what is in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

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

// Calls take(kind, body) for each, up to the first that does not fit. It may say where to go on, further
// behind.
template <class Take>
void each_record_on_the_way(Bytes records, Take take) {
  Cursor at(records, Endian::Little);
  while (at.remaining() >= 4) {
    const std::uint16_t size = at.u16();
    if (size < 2 || size > at.remaining()) return;
    const std::uint16_t kind = at.u16();
    if (const std::optional<std::size_t> next = take(kind, at.bytes(size - 2U))) at.seek(*next);
  }
}

// The same for each without exception.
template <class Take>
void each_record(Bytes records, Take take) {
  each_record_on_the_way(records, [&](std::uint16_t kind, Bytes body) -> std::optional<std::size_t> {
    take(kind, body);
    return std::nullopt;
  });
}

}  // namespace symkit::pdb
