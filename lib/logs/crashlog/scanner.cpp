#include "logs/crashlog/scanner.h"

#include <array>

namespace symkit::crashlog {
namespace {

constexpr std::uint8_t no_digit = 0xff;
constexpr std::array<std::uint8_t, 256> hex_digits = [] {
  std::array<std::uint8_t, 256> values{};
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = is_hex_digit(static_cast<char>(i))
                    ? static_cast<std::uint8_t>(hex_value(static_cast<char>(i)))
                    : no_digit;
  return values;
}();

}  // namespace

std::size_t Scanner::blanks() {
  const std::size_t from = at_;
  while (!at_end() && is_blank(text_[at_])) ++at_;
  return at_ - from;
}

std::optional<Number> Scanner::decimal() {
  Number number;
  const std::size_t from = at_;
  for (; !at_end() && is_digit(text_[at_]); ++at_) {
    const auto digit = static_cast<unsigned>(text_[at_] - '0');
    // Up to here a number of 64 bits has room for any further digit.
    if (number.value >= UINT64_MAX / 10 - 1)
      number.fits = number.fits && number.value <= (UINT64_MAX - digit) / 10;
    number.value = number.value * 10 + digit;
  }
  number.digits = at_ - from;
  if (number.digits == 0) return std::nullopt;
  return number;
}

std::optional<Number> Scanner::hex() {
  Number number;
  const std::size_t from = at_;
  for (; !at_end(); ++at_) {
    const std::uint8_t digit = hex_digits[static_cast<unsigned char>(text_[at_])];
    if (digit == no_digit) break;
    number.fits = number.fits && number.value >> 60 == 0;
    number.value = number.value << 4 | digit;
  }
  number.digits = at_ - from;
  if (number.digits == 0) return std::nullopt;
  return number;
}

std::optional<Number> Scanner::prefixed_hex() {
  const std::size_t from = at_;
  if (literal("0x") || literal("0X")) {
    if (const auto number = hex()) return number;
  }
  at_ = from;
  return std::nullopt;
}

std::string_view Scanner::word() {
  const std::size_t from = at_;
  while (!at_end() && !is_blank(text_[at_])) ++at_;
  return since(from);
}

std::optional<std::string_view> Scanner::until(char stop) {
  const std::size_t found = text_.find(stop, at_);
  if (found == std::string_view::npos) return std::nullopt;
  const std::size_t from = at_;
  at_ = found;
  return since(from);
}

std::optional<std::string_view> Scanner::until(std::string_view stop) {
  const std::size_t found = text_.find(stop, at_);
  if (found == std::string_view::npos) return std::nullopt;
  const std::size_t from = at_;
  at_ = found;
  return since(from);
}

}  // namespace symkit::crashlog
