// The encoding of numbers in an index: variable-length with seven bits per byte (like DWARF's LEB128), or
// a fixed number of bytes if they must be found without reading what precedes them.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"

namespace symkit::index {

using Buffer = std::vector<std::uint8_t>;

inline void put_varint(Buffer& out, std::uint64_t value) {
  while (value >= 0x80) {
    out.push_back(static_cast<std::uint8_t>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<std::uint8_t>(value));
}

inline void put_text(Buffer& out, std::string_view text) {
  put_varint(out, text.size());
  out.insert(out.end(), text.begin(), text.end());
}

// Maps small numbers of either sign to small unsigned numbers: 0, -1, 1, -2, 2 …
inline std::uint64_t zigzag(std::int64_t value) {
  return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
}
inline std::int64_t unzigzag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
}

inline unsigned width_for(std::uint64_t largest) {
  unsigned width = 1;
  while (width < 8 && largest >> width * 8 != 0) ++width;
  return width;
}

inline void put_fixed(Buffer& out, std::uint64_t value, unsigned width) {
  for (unsigned i = 0; i < width; ++i) out.push_back(static_cast<std::uint8_t>(value >> i * 8));
}

// A record as it is in memory.
template <class Record>
void put_record(Buffer& out, const Record& record) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(&record);
  out.insert(out.end(), bytes, bytes + sizeof record);
}

// Entry `number` of a table of records; as Record() makes it if the table is too short.
template <class Record>
Record record_at(Bytes table, std::uint64_t number) {
  Record record;
  if (number < table.size() / sizeof record)
    std::memcpy(&record, table.data() + number * sizeof record, sizeof record);
  return record;
}

// Loads a number at any alignment. The caller ensures that the bytes exist.
template <class T>
T load(const std::uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// A number of 1 to 8 bytes at this position; 0 if it is not within the bytes.
inline std::uint64_t fixed_number(Bytes bytes, std::size_t at, unsigned width) {
  std::uint64_t value = 0;
  if (at + sizeof value <= bytes.size()) {
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value & ~std::uint64_t{0} >> (sizeof value - width) * 8;
  }
  if (at >= bytes.size() || bytes.size() - at < width) return 0;
  std::memcpy(&value, bytes.data() + at, width);
  return value;
}

// Entry `number` of a table of fixed-width numbers; 0 if the table is too short.
inline std::uint64_t fixed_at(Bytes table, std::size_t number, unsigned width) {
  return number >= table.size() ? 0 : fixed_number(table, number * width, width);
}

}  // namespace symkit::index
