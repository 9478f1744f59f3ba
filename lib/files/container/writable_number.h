// Reads and writes numbers in place, for relocations: checked like Cursor, but at any offset.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "ground/base/bytes.h"

namespace symkit::container {

class WritableNumbers {
 public:
  WritableNumbers(std::span<std::uint8_t> bytes, Endian endian)
      : bytes_(bytes), big_(endian == Endian::Big) {}

  // Nothing if the number is not entirely within the bytes. `width` is at most 8.
  std::optional<std::uint64_t> get(std::uint64_t offset, unsigned width) const {
    if (!fits(offset, width)) return std::nullopt;
    std::uint64_t value = 0;
    for (unsigned i = 0; i < width; ++i) value = value << 8 | bytes_[offset + (big_ ? i : width - 1 - i)];
    return value;
  }

  // Only if get() returned a number.
  void put(std::uint64_t offset, unsigned width, std::uint64_t value) {
    for (unsigned i = 0; i < width; ++i, value >>= 8)
      bytes_[offset + (big_ ? width - 1 - i : i)] = static_cast<std::uint8_t>(value);
  }

  std::optional<std::uint64_t> get_uleb(std::uint64_t offset) const {
    std::uint64_t value = 0;
    for (unsigned shift = 0; offset < bytes_.size() && shift < 64; shift += 7) {
      const std::uint8_t byte = bytes_[offset++];
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return std::nullopt;
  }

  // Keeps the existing length, so that nothing after it moves.
  void put_uleb(std::uint64_t offset, std::uint64_t value) {
    for (;; value >>= 7) {
      std::uint8_t& byte = bytes_[offset++];
      const bool more = byte >= 0x80;
      byte = static_cast<std::uint8_t>((value & 0x7f) | (more ? 0x80 : 0));
      if (!more) return;
    }
  }

 private:
  bool fits(std::uint64_t offset, unsigned width) const {
    return offset <= bytes_.size() && width <= bytes_.size() - offset;
  }

  std::span<std::uint8_t> bytes_;
  bool big_;
};

}  // namespace symkit::container
