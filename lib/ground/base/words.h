// Sentences for messages, put together from parts: say("section ", name, " ends at ", hex(end)).
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace symkit {

std::string hex(std::uint64_t value);  // 0x1a2b

// Without the blanks and line ends round it.
std::string_view trimmed(std::string_view text);

// Of letters of ASCII; all else stays.
std::string in_lower_case(std::string_view text);
std::string in_upper_case(std::string_view text);

// %20 and its like as characters; what only looks so stays.
std::string percent_decoded(std::string_view text);

namespace detail {
inline void append(std::string& out, std::string_view text) { out += text; }
inline void append(std::string& out, char c) { out += c; }
template <std::integral T>
void append(std::string& out, T value) {
  out += std::to_string(value);
}
}  // namespace detail

template <class... Parts>
std::string say(const Parts&... parts) {
  std::string out;
  (detail::append(out, parts), ...);
  return out;
}

}  // namespace symkit
