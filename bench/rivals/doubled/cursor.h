// A position in a section's copy, that reads over fields and moves the numbers in them.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

using Bytes = std::vector<unsigned char>;

[[noreturn]] inline void fail(const std::string& why) {
  std::fprintf(stderr, "doubled: %s\n", why.c_str());
  std::exit(1);
}

// A position in a section's second copy, that reads over fields and moves them.
struct Cursor {
  Bytes& bytes;
  std::size_t at, end;

  unsigned char* take(std::size_t size) {
    if (size > end - at) fail("a section ends too early");
    at += size;
    return bytes.data() + at - size;
  }
  template <typename Number>
  Number read() {
    Number number;
    std::memcpy(&number, take(sizeof number), sizeof number);
    return number;
  }
  std::uint64_t leb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = read<std::uint8_t>();
      if (shift < 64) value |= std::uint64_t(byte & 0x7f) << shift;
      if (!(byte & 0x80)) return value;
    }
  }
  void string() {
    while (read<std::uint8_t>() != 0) {
    }
  }
  template <typename Number>
  Number move(std::uint64_t by) {
    unsigned char* const field = take(sizeof(Number));
    Number number;
    std::memcpy(&number, field, sizeof number);
    number = Number(number + by);
    std::memcpy(field, &number, sizeof number);
    return number;
  }
  // A unit's length, of the 32-bit format; gives a cursor of the unit's rest and steps behind it.
  Cursor unit() {
    const auto length = read<std::uint32_t>();
    if (length >= 0xfffffff0) fail("64-bit DWARF");
    const std::size_t begin = at;
    take(length);
    return {bytes, begin, at};
  }
};
