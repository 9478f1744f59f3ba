// Text in a string table.
#pragma once

#include <cstring>
#include <string_view>

#include "base/bytes.h"

namespace symkit::container {

// Text that begins at `offset` and ends at a NUL; empty where there is none.
inline std::string_view string_at(Bytes table, std::uint64_t offset) {
  if (offset >= table.size()) return {};
  const Bytes rest = table.subspan(static_cast<std::size_t>(offset));
  const void* nul = std::memchr(rest.data(), 0, rest.size());
  if (nul == nullptr) return {};
  return as_text(rest.first(static_cast<std::size_t>(static_cast<const std::uint8_t*>(nul) - rest.data())));
}

}  // namespace symkit::container
