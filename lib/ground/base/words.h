// Builds sentences for messages from parts: say("section ", name, " ends at ", hex(end)).
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace symkit {

std::string hex(std::uint64_t value);  // 0x1a2b

// Without the blanks and line ends around it.
std::string_view trimmed(std::string_view text);

// ASCII letters only; everything else is unchanged.
std::string in_lower_case(std::string_view text);
std::string in_upper_case(std::string_view text);

// Decodes %20 and the like; other uses of % are unchanged.
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
