// Messages of protobuf put together by hand, also such as no writer makes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace symkit::test {

inline std::string varint(std::uint64_t value) {
  std::string out;
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  return out += static_cast<char>(value);
}

inline std::string number_field(unsigned field, std::uint64_t value) {
  return varint(field << 3) + varint(value);
}

inline std::string bytes_field(unsigned field, std::string_view bytes) {
  return varint(field << 3 | 2) + varint(bytes.size()) + std::string(bytes);
}

inline std::string fixed_field(unsigned field, std::string_view eight_bytes) {
  return varint(field << 3 | 1) + std::string(eight_bytes);
}

}  // namespace symkit::test
