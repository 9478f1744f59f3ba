// Base64 VLQ, the encoding of numbers in source maps. Reading stops at the first byte that is not a
// digit, so the caller must ensure that there is one: in JSON the closing quote, in a std::string the
// NUL.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

namespace symkit::sourcemap {

namespace detail {
inline constexpr std::array<std::uint8_t, 256> base64_digits = [] {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(0xff);
  const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::uint8_t i = 0; i < 64; ++i) digits[static_cast<unsigned char>(alphabet[i])] = i;
  return digits;
}();
}  // namespace detail

inline std::uint8_t base64_digit(char c) { return detail::base64_digits[static_cast<unsigned char>(c)]; }
inline bool is_base64(char c) { return base64_digit(c) < 64; }

// The rest of a number of several digits. Returns false if it is incomplete or exceeds 32 bits.
inline bool read_long_vlq(const char*& at, std::uint64_t value, std::int64_t& number) {
  constexpr unsigned most_bits = 35;
  for (unsigned shift = 5;; shift += 5) {
    const std::uint8_t digit = base64_digit(*at);
    if (digit >= 64) return false;
    ++at;
    const std::uint64_t bits = digit & 31;
    if (shift < most_bits) {
      value |= bits << shift;
    } else if (bits != 0) {
      return false;
    }
    if ((digit & 32) == 0) break;
  }
  if (value > 0xffffffff) return false;
  // "Minus zero" encodes the one number that has no other encoding.
  if (value == 1) return number = std::numeric_limits<std::int32_t>::min(), true;
  number = (value & 1) != 0 ? -static_cast<std::int64_t>(value >> 1) : static_cast<std::int64_t>(value >> 1);
  return true;
}

// Reads one signed number and moves after it. Nearly all have one or two digits.
inline bool read_vlq(const char*& at, std::int64_t& number) {
  const auto without_sign_bit = [](std::uint32_t value) {
    const auto magnitude = static_cast<std::int32_t>(value >> 1);
    const auto sign = -static_cast<std::int32_t>(value & 1);
    return (magnitude ^ sign) - sign;
  };
  const std::uint32_t digit = base64_digit(*at);
  if (digit < 32 && digit != 1) [[likely]] {
    ++at;
    number = without_sign_bit(digit);
    return true;
  }
  if (digit >= 64) return false;
  ++at;
  if (digit == 1) return number = std::numeric_limits<std::int32_t>::min(), true;
  const std::uint32_t second = base64_digit(*at);
  if (second < 32 && second != 0) [[likely]] {
    ++at;
    number = without_sign_bit((digit & 31) | second << 5);
    return true;
  }
  return read_long_vlq(at, digit & 31, number);
}

// The same for the unsigned numbers of the Scopes proposal.
inline bool read_unsigned_vlq(const char*& at, std::uint64_t& number) {
  number = 0;
  for (unsigned shift = 0;; shift += 5) {
    const std::uint8_t digit = base64_digit(*at);
    if (digit >= 64 || shift > 30) return false;
    ++at;
    number |= static_cast<std::uint64_t>(digit & 31) << shift;
    if ((digit & 32) == 0) return number <= 0xffffffff;
  }
}

}  // namespace symkit::sourcemap
