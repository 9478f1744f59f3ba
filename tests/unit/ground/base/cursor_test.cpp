#include "ground/base/cursor.h"

#include <array>

#include "doctest/doctest.h"

using symkit::Bytes;
using symkit::Cursor;
using symkit::Endian;

TEST_CASE("numbers are read in the order the file has them") {
  const std::array<std::uint8_t, 8> data{1, 2, 3, 4, 5, 6, 7, 8};
  CHECK(Cursor(data, Endian::Little).u16() == 0x0201);
  CHECK(Cursor(data, Endian::Big).u16() == 0x0102);
  CHECK(Cursor(data, Endian::Little).u24() == 0x030201);
  CHECK(Cursor(data, Endian::Big).u24() == 0x010203);
  CHECK(Cursor(data, Endian::Little).u64() == 0x0807060504030201);
  CHECK(Cursor(data, Endian::Big).unsigned_of(4) == 0x01020304);
}

TEST_CASE("reading past the end gives zero and stays failed") {
  const std::array<std::uint8_t, 3> data{0xff, 0xff, 0xff};
  Cursor at(data, Endian::Little);
  CHECK(at.u32() == 0);
  CHECK(at.failed());
  CHECK(at.at_end());
  CHECK(at.u8() == 0);
  CHECK(Cursor(data, Endian::Little).uleb() == 0);  // no last byte
  Cursor text(data, Endian::Little);
  CHECK(text.cstring().empty());
  CHECK(text.failed());
}

TEST_CASE("LEB128 of every length, signed and not") {
  const std::array<std::uint8_t, 3> number{0xe5, 0x8e, 0x26};
  CHECK(Cursor(number, Endian::Little).uleb() == 624485);
  const std::array<std::uint8_t, 3> negative{0xc0, 0xbb, 0x78};
  CHECK(Cursor(negative, Endian::Little).sleb() == -123456);
  const std::array<std::uint8_t, 12> padded{0x81, 0x80, 0x80, 0x80, 0x80, 0x80,
                                            0x80, 0x80, 0x80, 0x80, 0x80, 0x00};
  Cursor at(padded, Endian::Little);
  CHECK(at.uleb() == 1);
  CHECK(at.at_end());
  const std::array<std::uint8_t, 10> lowest{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f};
  CHECK(Cursor(lowest, Endian::Little).sleb() == INT64_MIN);
}
