// Bytes as hexadecimal digits.
#pragma once

#include <string>
#include <string_view>

#include "ground/base/bytes.h"

namespace symkit {

inline std::string to_hex(Bytes bytes, std::string_view digits = "0123456789abcdef") {
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::uint8_t byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace symkit
