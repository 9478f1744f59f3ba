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
  // Some of it is at hand: it is read without at().
  Memory(std::uint64_t begin, Bytes at_hand) : begin_(begin), at_hand_(at_hand) {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  virtual ~Memory() = default;

  // The bytes from there on, at most `size`; none if the first is not known. They stay valid.
  virtual Bytes at(std::uint64_t address, std::uint64_t size) const = 0;

  // A little-endian number of 1, 2, 4 or 8 bytes.
  std::optional<std::uint64_t> number(std::uint64_t address, unsigned size) const {
    const std::uint64_t into = address - begin_;
    const Bytes bytes = into < at_hand_.size() ? at_hand_.subspan(into) : at(address, size);
    if (bytes.size() < size) return std::nullopt;
    Cursor number(bytes, Endian::Little);
    return size == 8 ? number.u64() : number.unsigned_of(size);
  }

 private:
  std::uint64_t begin_ = 0;
  Bytes at_hand_;
};

}  // namespace symkit::unwind
