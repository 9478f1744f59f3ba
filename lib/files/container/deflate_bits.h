// Compressed data as Deflate reads it: bit by bit, the lowest of a byte first.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "ground/base/bytes.h"

namespace symkit::container {

static_assert(std::endian::native == std::endian::little, "bits are taken from words as they are in memory");

// The input as bits, the next one lowest. After the end it supplies zeros, and counts how many were used.
class DeflateBits {
 public:
  explicit DeflateBits(Bytes data) : at_(data.data()), end_(data.data() + data.size()) {}

  // Afterwards at least 56 bits are available. refill_fast() needs 8 bytes of input.
  void refill_fast() {
    std::uint64_t next = 0;
    std::memcpy(&next, at_, sizeof next);
    word_ |= next << count_;
    at_ += (63 - count_) >> 3;
    count_ |= 56;
  }
  void refill() {
    if (end_ - at_ >= 8) return refill_fast();
    for (; count_ <= 56; count_ += 8) {
      if (at_ != end_) {
        word_ |= std::uint64_t{*at_++} << count_;
      } else {
        ++beyond_;
      }
    }
  }
  std::uint64_t word() const { return word_; }
  void drop(unsigned count) {
    word_ >>= count;
    count_ -= count;
  }
  unsigned take(unsigned count) {
    const auto value = static_cast<unsigned>(word_ & ((std::uint64_t{1} << count) - 1));
    drop(count);
    return value;
  }
  std::size_t input_left() const { return static_cast<std::size_t>(end_ - at_); }
  const std::uint8_t* at() const { return at_; }
  const std::uint8_t* end() const { return end_; }
  // Whether bits were used that the input does not have.
  bool overrun() const { return beyond_ > count_ / 8; }

  // The input after the last byte of which bits were used; the word is empty afterwards.
  Bytes rest() {
    count_ &= 63;
    const unsigned unread = count_ / 8 - std::min(count_ / 8, beyond_);
    at_ -= unread;
    word_ = 0;
    count_ = 0;
    beyond_ = 0;
    return {at_, end_};
  }
  void go_to(const std::uint8_t* at) { at_ = at; }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
  std::uint64_t word_ = 0;
  unsigned count_ = 0;   // bits in the word
  unsigned beyond_ = 0;  // bytes in the word that the input does not have
};

}  // namespace symkit::container
