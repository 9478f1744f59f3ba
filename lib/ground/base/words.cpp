#include "ground/base/words.h"

#include <algorithm>
#include <charconv>

#include "ground/base/characters.h"

namespace symkit {

std::string hex(std::uint64_t value) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, 16).ptr;
  return "0x" + std::string(digits, end);
}

// Few texts have blanks around them: asking character by character is cheapest.
std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
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

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool escape =
        text[at] == '%' && at + 2 < text.size() && is_hex_digit(text[at + 1]) && is_hex_digit(text[at + 2]);
    if (!escape) {
      out += text[at];
      continue;
    }
    out += static_cast<char>(hex_value(text[at + 1]) << 4 | hex_value(text[at + 2]));
    at += 2;
  }
  return out;
}

}  // namespace symkit
