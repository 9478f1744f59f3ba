// Numbers and words in columns, as printf writes them.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace symkit::android {

// %x, %d, %o: at least `width` characters, padded on the left.
template <class Number>
void append_number(std::string& out, Number number, int base = 10, std::size_t width = 0, char fill = ' ') {
  char digits[72];
  const char* end = std::to_chars(digits, digits + sizeof digits, number, base).ptr;
  const auto size = static_cast<std::size_t>(end - digits);
  if (size < width) out.append(width - size, fill);
  out.append(digits, size);
}

inline void append_hex(std::string& out, std::uint64_t number, std::size_t width = 0, char fill = '0') {
  append_number(out, number, 16, width, fill);
}

// %-8s
inline void append_word(std::string& out, std::string_view word, std::size_t width) {
  out += word;
  if (word.size() < width) out.append(width - word.size(), ' ');
}

}  // namespace symkit::android
