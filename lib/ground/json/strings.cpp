#include "ground/json/strings.h"

#include <algorithm>

#include "ground/base/characters.h"

namespace symkit::json {

std::optional<char32_t> unit_at(std::string_view text, std::size_t at) {
  constexpr std::size_t size = 6;  // \u003c
  if (at > text.size() || text.size() - at < size || text[at] != '\\' || text[at + 1] != 'u')
    return std::nullopt;
  const std::string_view digits = text.substr(at + 2, 4);
  if (!std::ranges::all_of(digits, is_hex_digit)) return std::nullopt;
  char32_t unit = 0;
  for (const char digit : digits) unit = unit << 4 | static_cast<char32_t>(hex_value(digit));
  return unit;
}

Escaped escaped_at(std::string_view text, std::size_t at) {
  constexpr std::string_view letters = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
  const std::size_t known = at + 1 < text.size() ? letters.find(text[at + 1]) : std::string_view::npos;
  if (known != std::string_view::npos) return {static_cast<char32_t>(meant[known]), 2};
  const auto unit = unit_at(text, at);
  if (!unit) return {U'\\', 1};
  if (*unit < 0xd800 || *unit > 0xdfff) return {*unit, 6};
  const auto low = *unit < 0xdc00 ? unit_at(text, at + 6) : std::nullopt;
  if (!low || *low < 0xdc00 || *low > 0xdfff) return {U'\ufffd', 6};
  return {0x10000 + ((*unit - 0xd800) << 10) + (*low - 0xdc00), 12};
}

}  // namespace symkit::json
