// Tables of an index with entries of one size, in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "ground/base/bytes.h"

namespace symkit::index {

// The last of `count` entries whose key is not greater; nothing if all are greater.
template <class Key>
std::optional<std::size_t> last_not_behind(std::size_t count, std::uint64_t wanted, Key key) {
  if (count == 0 || key(0) > wanted) return std::nullopt;
  std::size_t at = 0;
  for (std::size_t left = count; left > 1;) {
    const std::size_t half = left / 2;
    if (key(at + half) <= wanted) at += half;
    left -= half;
  }
  return at;
}

inline Bytes whole_entries(Bytes table, std::size_t size) { return table.first(table.size() / size * size); }

}  // namespace symkit::index
