#include "unwind_table.h"

#include <cstddef>

namespace symleak {
namespace {

// The pointer encodings that linkers use in these sections: relative to their own address.
constexpr unsigned char absolute = 0x00;
constexpr unsigned char relative_4 = 0x1b;
constexpr unsigned char relative_8 = 0x1c;
constexpr unsigned char of_table_4 = 0x3b;
constexpr unsigned char four_bytes = 0x03;

bool read_pointer(const unsigned char*& at, unsigned char encoding, std::uintptr_t& value) {
  const auto here = reinterpret_cast<std::uintptr_t>(at);
  switch (encoding) {
    case absolute: value = read_plain<std::uintptr_t>(at); return true;
    case relative_4:
      value = here + static_cast<std::uintptr_t>(std::intptr_t{read_plain<std::int32_t>(at)});
      return true;
    case relative_8: value = here + static_cast<std::uintptr_t>(read_plain<std::uint64_t>(at)); return true;
    default: return false;
  }
}

// The size is that of the encoding, without what the pointer is relative to.
bool read_size(const unsigned char*& at, unsigned char encoding, std::uintptr_t& value) {
  switch (encoding & 0x0f) {
    case 0x00:
    case 0x04:
    case 0x0c: value = static_cast<std::uintptr_t>(read_plain<std::uint64_t>(at)); return true;
    case 0x03:
    case 0x0b: value = read_plain<std::uint32_t>(at); return true;
    default: return false;
  }
}

struct Row {
  std::int32_t function;
  std::int32_t entry;
};

// The last row that is not after the address; nullptr if the table is not of the kind that linkers write.
const unsigned char* find_row(const unsigned char* table, std::uintptr_t address) {
  if (table == nullptr || table[0] != 1 || table[1] != relative_4 || table[2] != four_bytes ||
      table[3] != of_table_4)
    return nullptr;
  const unsigned char* at = table + 8;
  const auto count = read_plain<std::uint32_t>(at);
  const auto* rows = reinterpret_cast<const Row*>(at);
  const auto base = reinterpret_cast<std::uintptr_t>(table);
  const auto wanted = static_cast<std::intptr_t>(address - base);
  std::size_t low = 0, high = count;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (rows[middle].function <= wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low == 0 ? nullptr : table + rows[low - 1].entry;
}

// Reads what several functions have in common. `pointers`: the encoding of their addresses.
bool read_common(const unsigned char* at, FrameEntry& entry, unsigned char& pointers, bool& has_data) {
  const auto length = read_plain<std::uint32_t>(at);
  if (length == 0 || length == 0xffffffff) return false;
  entry.first_end = at + length;
  if (read_plain<std::uint32_t>(at) != 0) return false;  // not a common part
  const unsigned char version = *at++;
  if (version != 1 && version != 3) return false;
  const auto* letters = reinterpret_cast<const char*>(at);
  while (*at++ != 0) {
  }
  entry.code_step = read_uleb(at);
  entry.data_step = read_sleb(at);
  entry.return_register = version == 1 ? *at++ : read_uleb(at);
  pointers = absolute;
  has_data = letters[0] == 'z';
  if (!has_data && letters[0] != 0) return false;
  if (has_data) {
    const std::uint64_t size = read_uleb(at);
    const unsigned char* data = at;
    at += size;
    for (const char* letter = letters + 1; *letter != 0; ++letter) {
      if (*letter == 'R') pointers = *data++;
      if (*letter == 'L') ++data;
      if (*letter == 'S') entry.is_signal_frame = true;
      if (*letter == 'P') {
        const unsigned char encoding = *data++;
        std::uintptr_t ignored = 0;
        if (!read_size(data, encoding, ignored)) return false;
      }
    }
  }
  entry.first_program = at;
  return true;
}

}  // namespace

std::uint64_t read_uleb(const unsigned char*& at) {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const unsigned char byte = *at++;
    if (shift < 64) value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
}

std::int64_t read_sleb(const unsigned char*& at) {
  std::uint64_t value = 0;
  for (unsigned shift = 0;;) {
    const unsigned char byte = *at++;
    if (shift < 64) value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    shift += 7;
    if (byte >= 0x80) continue;
    if (shift < 64 && (byte & 0x40) != 0) value |= ~std::uint64_t{0} << shift;
    return static_cast<std::int64_t>(value);
  }
}

bool find_entry(const unsigned char* table, std::uintptr_t address, FrameEntry& entry) {
  const unsigned char* at = find_row(table, address);
  if (at == nullptr) return false;
  const auto length = read_plain<std::uint32_t>(at);
  if (length == 0 || length == 0xffffffff) return false;
  entry.end = at + length;
  const unsigned char* common = at;
  const auto back = read_plain<std::uint32_t>(at);
  unsigned char pointers = 0;
  bool has_data = false;
  if (back == 0 || !read_common(common - back, entry, pointers, has_data)) return false;
  std::uintptr_t size = 0;
  if (!read_pointer(at, pointers, entry.begin) || !read_size(at, pointers, size)) return false;
  if (has_data) {
    const std::uint64_t skipped = read_uleb(at);
    at += skipped;
  }
  entry.program = at;
  return address >= entry.begin && address - entry.begin < size;
}

}  // namespace symleak
