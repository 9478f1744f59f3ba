#include "base/words.h"

#include <algorithm>
#include <charconv>

#include "base/characters.h"

namespace symkit {

std::string hex(std::uint64_t value) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, 16).ptr;
  return "0x" + std::string(digits, end);
}

std::string in_lower_case(std::string_view text) {
  std::string changed(text);
  std::ranges::transform(changed, changed.begin(), lower_case);
  return changed;
}

std::string in_upper_case(std::string_view text) {
  std::string changed(text);
  for (char& c : changed)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - ('a' - 'A'));
  return changed;
}

}  // namespace symkit
