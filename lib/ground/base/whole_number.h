// Reads numbers in texts.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace symkit {

// Removes the digits at the beginning. Nothing, and the text stays, if there are none in this base, or the
// number does not fit this type.
template <class Number>
std::optional<Number> take_number(std::string_view& text, int base = 10) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

// Nothing if the text has anything besides such a number.
template <class Number>
std::optional<Number> whole_number(std::string_view text, int base = 10) {
  const auto number = take_number<Number>(text, base);
  return text.empty() ? number : std::nullopt;
}

template <class Number>
bool read_whole(std::string_view text, Number& number, int base = 10) {
  const auto read = whole_number<Number>(text, base);
  if (read) number = *read;
  return read.has_value();
}

}  // namespace symkit
