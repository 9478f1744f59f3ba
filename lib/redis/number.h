// Numbers in texts of others.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace symkit::redis {

// Nothing where the text is more than a number, or none of this type.
template <class Number>
std::optional<Number> whole_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace symkit::redis
