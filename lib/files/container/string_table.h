// Text in a string table.
#pragma once

#include <cstring>
#include <string_view>

#include "ground/base/bytes.h"

namespace symkit::container {

// The text from `offset` to the next NUL; empty if there is none.
inline std::string_view string_at(Bytes table, std::uint64_t offset) {
  if (offset >= table.size()) return {};
  const Bytes rest = table.subspan(static_cast<std::size_t>(offset));
  const void* nul = std::memchr(rest.data(), 0, rest.size());
  if (nul == nullptr) return {};
  return as_text(rest.first(static_cast<std::size_t>(static_cast<const std::uint8_t*>(nul) - rest.data())));
}

// The table without an unterminated end: in the rest, finding the end of a string costs as much as the
// string is long, which NameBudget can count.
inline Bytes up_to_last_nul(Bytes table) {
  const std::size_t last = as_text(table).rfind('\0');
  return last == std::string_view::npos ? Bytes() : table.first(last + 1);
}

}  // namespace symkit::container
