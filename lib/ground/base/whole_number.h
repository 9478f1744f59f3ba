// Parses a text that consists of a number and nothing else.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace symkit {

// Nothing if the text has anything besides a number in this base, or the number does not fit this type.
template <class Number>
std::optional<Number> whole_number(std::string_view text, int base = 10) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace symkit
