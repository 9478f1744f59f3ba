#include "ground/print/columns.h"

#include <algorithm>
#include <string_view>

namespace symkit::print {
namespace {

constexpr std::size_t widest = 60;

// In characters: for UTF-8, the first byte of each is counted.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

bool is_number(std::string_view text) {
  const bool is_share = text.ends_with('%');
  if (is_share) text.remove_suffix(1);
  return !text.empty() &&
         std::ranges::all_of(text, [&](char c) { return (c >= '0' && c <= '9') || (is_share && c == '.'); });
}

}  // namespace

void append_columns(std::string& out, const std::vector<Row>& rows) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i)
      if (const std::size_t width = width_of(row[i]); width <= widest) widths[i] = std::max(widths[i], width);
  }
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::size_t width = width_of(row[i]);
      const std::string blanks(widths[i] - std::min(width, widths[i]), ' ');
      const bool is_last = i + 1 == row.size();
      out += is_number(row[i]) ? blanks + row[i] : is_last ? row[i] : row[i] + blanks;
      out += is_last ? "\n" : "  ";
    }
  }
}

}  // namespace symkit::print
