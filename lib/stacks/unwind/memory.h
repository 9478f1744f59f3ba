// The memory of a process, as far as it is known.
#pragma once

#include <cstdint>
#include <optional>

#include "ground/base/bytes.h"
#include "ground/base/cursor.h"

namespace symkit::unwind {

class Memory {
 public:
  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  virtual ~Memory() = default;

  // The bytes from there on, at most `size`; none if the first is not known. They stay valid.
  virtual Bytes at(std::uint64_t address, std::uint64_t size) const = 0;

  // A little-endian number of 1, 2, 4 or 8 bytes.
  std::optional<std::uint64_t> number(std::uint64_t address, unsigned size) const {
    const Bytes bytes = at(address, size);
    if (bytes.size() < size) return std::nullopt;
    return Cursor(bytes, Endian::Little).unsigned_of(size);
  }
};

}  // namespace symkit::unwind
