// What kind of character a byte is, in the plain sense of ASCII: no locale changes it.
#pragma once

namespace symkit {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

}  // namespace symkit
