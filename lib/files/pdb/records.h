// Records of CodeView, for symbols as well as types: a size, a kind, and content. Also the subsections of
// a module.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "ground/base/bytes.h"
#include "ground/base/cursor.h"

namespace symkit::pdb {

// Calls take(kind, body) for the first record.
template <class Take>
void first_record(Bytes records, Take take) {
  Cursor at(records, Endian::Little);
  const std::uint16_t size = at.u16(), kind = at.u16();
  if (size < 2 || at.failed() || at.remaining() < size - 2U) return;
  take(kind, at.bytes(size - 2U));
}

// Calls take(kind, body) for each record, up to the first that does not fit. `take` may return a later
// position to continue at.
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

// The same for every record.
template <class Take>
void each_record(Bytes records, Take take) {
  each_record_on_the_way(records, [&](std::uint16_t kind, Bytes body) -> std::optional<std::size_t> {
    take(kind, body);
    return std::nullopt;
  });
}

// Calls take(kind, content) for each subsection, up to the first that does not fit.
template <class Take>
void each_subsection(Bytes subsections, Take take) {
  Cursor at(subsections, Endian::Little);
  while (at.remaining() >= 8) {
    const std::uint32_t kind = at.u32(), size = at.u32();
    const Bytes content = at.bytes(size);
    if (at.failed()) return;
    take(kind, content);
    at.skip(std::min<std::size_t>((4 - size % 4) % 4, at.remaining()));
  }
}

}  // namespace symkit::pdb
