// The lines of a text that is all there.
#pragma once

#include <cstddef>
#include <string_view>

namespace symkit {

// Calls take(line) for each, with its end.
template <class Take>
void each_line(std::string_view text, Take take) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
    take(text.substr(0, size));
    text.remove_prefix(size);
  }
}

// Of a line: "\r\n", "\n", or nothing.
inline std::string_view line_end_of(std::string_view line) {
  if (line.ends_with("\r\n")) return line.substr(line.size() - 2);
  return line.ends_with('\n') ? line.substr(line.size() - 1) : std::string_view{};
}

}  // namespace symkit
