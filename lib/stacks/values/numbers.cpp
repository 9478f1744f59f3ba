#include "stacks/values/numbers.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <vector>

#include "ground/base/words.h"

namespace symkit::values {
namespace {

using Wide = unsigned __int128;

Wide wide_of(Bits bits) { return Wide{bits.high} << 64 | bits.low; }

std::string decimal_of(Wide value) {
  std::string digits;
  do digits += static_cast<char>('0' + static_cast<unsigned>(value % 10));
  while ((value /= 10) != 0);
  return {digits.rbegin(), digits.rend()};
}

std::string hex_of(Wide value) {
  std::string digits = hex(static_cast<std::uint64_t>(value >> 64)).substr(2);
  if (digits == "0") return hex(static_cast<std::uint64_t>(value));
  const std::string low = hex(static_cast<std::uint64_t>(value)).substr(2);
  return say("0x", digits, std::string(16 - low.size(), '0'), low);
}

// How a format of IEEE, or x87's, divides its bits.
struct FloatFormat {
  unsigned exponent_bits = 0;
  unsigned mantissa_bits = 0;
  bool has_integer_bit = false;  // x87 stores the one in front of the point
  int digits = 0;                // as many as tell all numbers apart
};

constexpr FloatFormat half{5, 10, false, 5}, x87{15, 64, true, 21}, quad{15, 112, false, 36};

// A large number in decimal: digits in groups of nine, the lowest first.
class LargeNumber {
 public:
  explicit LargeNumber(Wide value) {
    for (; value != 0; value /= base) groups_.push_back(static_cast<std::uint32_t>(value % base));
  }
  void multiply(std::uint32_t factor, unsigned times) {
    for (; times != 0; --times) multiply(factor);
  }
  std::string digits() const {
    std::string out;
    for (auto group = groups_.rbegin(); group != groups_.rend(); ++group) {
      const std::string part = std::to_string(*group);
      if (!out.empty()) out.append(9 - part.size(), '0');
      out += part;
    }
    return out;
  }

 private:
  static constexpr std::uint32_t base = 1'000'000'000;

  void multiply(std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (std::uint32_t& group : groups_) {
      carry += std::uint64_t{group} * factor;
      group = static_cast<std::uint32_t>(carry % base);
      carry /= base;
    }
    if (carry != 0) groups_.push_back(static_cast<std::uint32_t>(carry));
  }

  std::vector<std::uint32_t> groups_;
};

// Rounds to so many digits, to even; true: it became one longer.
bool round_digits(std::string& digits, std::size_t count) {
  if (digits.size() <= count) return false;
  const char next = digits[count];
  const bool is_tie = next == '5' && digits.find_first_not_of('0', count + 1) == std::string::npos;
  digits.resize(count);
  const bool is_up = is_tie ? (digits.back() - '0') % 2 != 0 : next >= '5';
  if (!is_up) return false;
  for (std::size_t i = count; i-- > 0;) {
    if (digits[i] != '9') return ++digits[i], false;
    digits[i] = '0';
  }
  digits.insert(0, 1, '1');
  return true;
}

// As %g writes digits of which the first stands before the point of an exponent.
std::string general(std::string digits, int exponent, int precision) {
  if (round_digits(digits, static_cast<std::size_t>(precision))) ++exponent;
  digits.erase(digits.find_last_not_of('0') + 1);
  const auto with_point = [&](std::size_t at) {
    return digits.size() > at ? say(digits.substr(0, at), ".", digits.substr(at)) : digits;
  };
  if (exponent < -4 || exponent >= precision) {
    const int size = exponent < 0 ? -exponent : exponent;
    return say(with_point(1), exponent < 0 ? "e-" : "e+", size < 10 ? "0" : "", size);
  }
  if (exponent < 0) return say("0.", std::string(static_cast<std::size_t>(-exponent - 1), '0'), digits);
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() < whole) digits.append(whole - digits.size(), '0');
  return with_point(whole);
}

std::string finite(Wide mantissa, int exponent, int precision) {
  if (mantissa == 0) return "0";
  while ((mantissa & 1U) == 0) mantissa >>= 1U, ++exponent;
  LargeNumber number(mantissa);
  constexpr std::uint32_t two_to_29 = 1U << 29, five_to_13 = 1'220'703'125;
  const unsigned steps = static_cast<unsigned>(exponent < 0 ? -exponent : exponent);
  if (exponent >= 0) {
    number.multiply(two_to_29, steps / 29);
    number.multiply(2, steps % 29);
  } else {
    number.multiply(five_to_13, steps / 13);
    number.multiply(5, steps % 13);
  }
  const std::string digits = number.digits();
  return general(digits, static_cast<int>(digits.size()) - 1 + std::min(exponent, 0), precision);
}

std::string large_float(Wide bits, const FloatFormat& format) {
  const unsigned largest = (1U << format.exponent_bits) - 1;
  const unsigned exponent = static_cast<unsigned>(bits >> format.mantissa_bits) & largest;
  const bool is_negative = (bits >> (format.mantissa_bits + format.exponent_bits) & 1U) != 0;
  const Wide one = Wide{1} << (format.mantissa_bits - (format.has_integer_bit ? 1 : 0));
  Wide mantissa = bits & ((Wide{1} << format.mantissa_bits) - 1);
  if (format.has_integer_bit && exponent != 0 && (mantissa & one) == 0) return "<invalid float value>";
  const std::string sign = is_negative ? "-" : "";
  if (exponent == largest) {
    const Wide fraction = format.has_integer_bit ? mantissa & (one - 1) : mantissa;
    return fraction == 0 ? say(sign, "inf") : say(sign, "nan(", hex_of(mantissa), ")");
  }
  if (!format.has_integer_bit && exponent != 0) mantissa |= one;
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  const unsigned fraction_bits = format.mantissa_bits - (format.has_integer_bit ? 1 : 0);
  const int power = std::max(static_cast<int>(exponent), 1) - bias - static_cast<int>(fraction_bits);
  return say(sign, finite(mantissa, power, format.digits));
}

std::string small_float(double value, int digits, std::uint64_t mantissa) {
  const std::string sign = std::signbit(value) ? "-" : "";
  if (std::isinf(value)) return say(sign, "inf");
  if (std::isnan(value)) return say(sign, "nan(", hex(mantissa), ")");
  char text[40];
  const int size = std::snprintf(text, sizeof text, "%.*g", digits, value);
  return {text, static_cast<std::size_t>(size)};
}

}  // namespace

std::string decimal(Bits bits, unsigned size, bool is_signed) {
  Wide value = wide_of(bits);
  if (size < 128) value &= (Wide{1} << size) - 1;
  const bool is_negative = is_signed && size != 0 && (value >> (size - 1) & 1U) != 0;
  if (!is_negative) return decimal_of(value);
  value = ~value + 1;
  if (size < 128) value &= (Wide{1} << size) - 1;
  return say("-", decimal_of(value));
}

std::string float_text(Bits bits, unsigned bytes, bool is_x87) {
  switch (bytes) {
    case 2: return large_float(wide_of(bits), half);
    case 4: {
      const auto low = static_cast<std::uint32_t>(bits.low);
      return small_float(std::bit_cast<float>(low), 9, low & 0x7fffffU);
    }
    case 8: return small_float(std::bit_cast<double>(bits.low), 17, bits.low & 0xfffffffffffffU);
    case 10:
    case 12:
    case 16: {
      const bool is_short = is_x87 || bytes != 16;
      return large_float(wide_of(bits), is_short ? x87 : quad);
    }
    default: return "";
  }
}

}  // namespace symkit::values
