#include "common/nearest_word.h"

#include <algorithm>
#include <array>

namespace symkit::tools {
namespace {

// Options are short: a longer word is not a mistyped option.
constexpr std::size_t longest = 40;
using Row = std::array<std::size_t, longest + 1>;

// The Damerau-Levenshtein distance, with each place changed at most once.
std::size_t slips(std::string_view a, std::string_view b) {
  Row before_last{}, last{}, row{};
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = last;
    last = row;
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view nearest_word(std::string_view typed, std::span<const std::string_view> words) {
  std::string_view nearest;
  // With more errors than this it is another word.
  std::size_t fewest = typed.size() / 3 + 1;
  for (const std::string_view word : words) {
    if (typed.size() > longest || word.size() > longest) continue;
    const bool begins = typed.size() > 3 && word.starts_with(typed);
    const std::size_t count = begins ? 1 : slips(typed, word);
    if (count >= fewest) continue;
    fewest = count;
    nearest = word;
  }
  return nearest;
}

}  // namespace symkit::tools
