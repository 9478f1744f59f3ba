// A text that is a number and nothing else.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace symkit {

// Nothing where the text is more than a number in this base, or none of this type.
template <class Number>
std::optional<Number> whole_number(std::string_view text, int base = 10) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace symkit
