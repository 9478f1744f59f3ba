// A checked reader of bytes: the one place where bounds are tested. Reading past the end returns zero,
// sets failed() permanently and moves to the end, so a parser can read a complete record and check once.
#pragma once

#include <bit>
#include <cstring>

#include "ground/base/bytes.h"

namespace symkit {

class Cursor {
 public:
  Cursor() = default;
  Cursor(Bytes data, Endian endian, std::size_t at = 0)
      : begin_(data.data()),
        at_(data.data()),
        end_(data.data() + data.size()),
        swap_((endian == Endian::Big) != (std::endian::native == std::endian::big)) {
    seek(at);
  }

  bool failed() const { return failed_; }
  bool at_end() const { return at_ == end_; }
  std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }
  std::size_t remaining() const { return static_cast<std::size_t>(end_ - at_); }
  Bytes rest() const { return {at_, end_}; }
  Endian endian() const {
    return swap_ == (std::endian::native == std::endian::big) ? Endian::Little : Endian::Big;
  }

  void fail() {
    failed_ = true;
    at_ = end_;
  }

  void seek(std::uint64_t offset) {
    if (offset > static_cast<std::size_t>(end_ - begin_)) return fail();
    at_ = begin_ + offset;
  }

  void skip(std::uint64_t count) {
    if (count > remaining()) return fail();
    at_ += count;
  }

  std::uint8_t u8() {
    if (at_ == end_) {
      fail();
      return 0;
    }
    return *at_++;
  }
  std::int8_t i8() { return static_cast<std::int8_t>(u8()); }
  std::uint16_t u16() { return number<std::uint16_t>(); }
  std::uint32_t u32() { return number<std::uint32_t>(); }
  std::uint64_t u64() { return number<std::uint64_t>(); }

  std::uint32_t u24() {
    if (remaining() < 3) {
      fail();
      return 0;
    }
    const std::uint32_t a = at_[0], b = at_[1], c = at_[2];
    at_ += 3;
    return endian() == Endian::Big ? a << 16 | b << 8 | c : c << 16 | b << 8 | a;
  }

  // An unsigned number of 1, 2, 3, 4 or 8 bytes; any other width fails.
  std::uint64_t unsigned_of(unsigned width) {
    switch (width) {
      case 1: return u8();
      case 2: return u16();
      case 3: return u24();
      case 4: return u32();
      case 8: return u64();
      default: fail(); return 0;
    }
  }

  // LEB128; bits beyond 64 are dropped, as every other reader does.
  std::uint64_t uleb() {
    if (at_ != end_ && *at_ < 0x80) return *at_++;
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (at_ == end_) {
        fail();
        return 0;
      }
      const std::uint8_t byte = *at_++;
      if (shift < 64) value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }

  std::int64_t sleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;;) {
      if (at_ == end_) {
        fail();
        return 0;
      }
      const std::uint8_t byte = *at_++;
      if (shift < 64) value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      shift += 7;
      if (byte < 0x80) {
        if (shift < 64 && (byte & 0x40) != 0) value |= ~std::uint64_t{0} << shift;
        return static_cast<std::int64_t>(value);
      }
    }
  }

  void skip_leb() {
    while (at_ != end_)
      if (*at_++ < 0x80) return;
    fail();
  }

  // Text up to a NUL, which is consumed and not returned. Fails if there is no NUL before the end.
  std::string_view cstring() {
    const void* nul = at_ == end_ ? nullptr : std::memchr(at_, 0, remaining());
    if (nul == nullptr) {
      fail();
      return {};
    }
    const auto* stop = static_cast<const std::uint8_t*>(nul);
    const std::string_view text(reinterpret_cast<const char*>(at_), static_cast<std::size_t>(stop - at_));
    at_ = stop + 1;
    return text;
  }

  // Skips a text and its NUL. Skipped texts are usually short.
  void skip_text() {
    for (unsigned i = 0; i < 8; ++i) {
      if (at_ == end_) return fail();
      if (*at_++ == 0) return;
    }
    cstring();
  }

  Bytes bytes(std::uint64_t count) {
    if (count > remaining()) {
      fail();
      return {};
    }
    const Bytes part(at_, static_cast<std::size_t>(count));
    at_ += count;
    return part;
  }

 private:
  template <class T>
  T number() {
    if (remaining() < sizeof(T)) {
      fail();
      return 0;
    }
    T value;
    std::memcpy(&value, at_, sizeof(T));
    at_ += sizeof(T);
    return swap_ ? swapped(value) : value;
  }

  static std::uint16_t swapped(std::uint16_t v) { return __builtin_bswap16(v); }
  static std::uint32_t swapped(std::uint32_t v) { return __builtin_bswap32(v); }
  static std::uint64_t swapped(std::uint64_t v) { return __builtin_bswap64(v); }

  const std::uint8_t* begin_ = nullptr;
  const std::uint8_t* at_ = nullptr;
  const std::uint8_t* end_ = nullptr;
  bool swap_ = false;
  bool failed_ = false;
};

}  // namespace symkit
