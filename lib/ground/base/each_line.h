// Lines of a text that is completely in memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace symkit {

// Calls take(line) for each line, with its line end.
template <class Take>
void each_line(std::string_view text, Take take) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
    take(text.substr(0, size));
    text.remove_prefix(size);
  }
}

// The number of line ends in the text. Works on sixteen bytes at once, which GCC and Clang turn into
// vector code.
inline std::uint64_t count_line_ends(std::string_view text) {
  using Block = signed char __attribute__((vector_size(16)));
  constexpr std::size_t most_blocks = 127;  // as many as a byte can count
  std::uint64_t count = 0;
  while (text.size() >= sizeof(Block)) {
    const std::size_t blocks = std::min(text.size() / sizeof(Block), most_blocks);
    Block found{};
    for (std::size_t i = 0; i < blocks; ++i) {
      Block here;
      std::memcpy(&here, text.data() + i * sizeof here, sizeof here);
      found -= here == '\n';
    }
    for (std::size_t i = 0; i < sizeof found; ++i) count += static_cast<std::uint64_t>(found[i]);
    text.remove_prefix(blocks * sizeof(Block));
  }
  return count + static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
}

// The line end of a line: "\r\n", "\n", or nothing.
inline std::string_view line_end_of(std::string_view line) {
  if (line.ends_with("\r\n")) return line.substr(line.size() - 2);
  return line.ends_with('\n') ? line.substr(line.size() - 1) : std::string_view{};
}

// Without the line end: "\n", or "\r\n" in a file written on Windows.
inline std::string_view without_line_end(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Removes the first line, and returns it without its line end.
inline std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end == std::string_view::npos ? end : end + 1);
  text.remove_prefix(line.size());
  return without_line_end(line);
}

}  // namespace symkit
