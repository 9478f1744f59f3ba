// Finds prefixes that no table knows: a worker's name, an editor's line numbers, a level, a bar. Such a
// prefix is a column that neighbouring lines have in common. It is believed when a frame follows it, and
// then holds for all lines that begin in the same way.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/characters.h"

namespace symkit::crashlog {

// Where the text goes on after a prefix of the same shape: numbers and levels may differ. 0: it
// begins differently.
std::size_t end_of_same_prefix(std::string_view prefix, std::string_view text);

class PrefixColumn {
 public:
  // Another log begins, with these lines, as far as they are known.
  void begin(std::string_view first_lines);

  // Takes the next line. `start`: where its text begins after prefixes that are known by themselves. Returns
  // where it begins after a column that was found before; else `start`.
  std::size_t take(std::string_view line, std::size_t start);
  // Where the text of that line may begin as well, in ascending order.
  std::span<const std::size_t> further_starts();
  // Whether a frame was found in the line before.
  bool follows_frame() const { return follows_frame_; }
  // A frame begins at this place of that line, which was one of those.
  void confirm(std::size_t start);
  // A frame was found in that line, wherever it begins.
  void count_frame();
  // Whether is_it(text from there on) is true wherever such a prefix could end.
  template <class IsIt>
  static bool any_start(std::string_view text, IsIt is_it) {
    const std::size_t end = std::min(text.size(), longest);
    for (std::size_t at = 1; at < end; ++at)
      if (!is_in_word(text[at - 1]) && is_in_word(text[at]) && is_it(text.substr(at))) return true;
    return false;
  }
  // Whether that line was the first in which its column was found.
  bool is_new() const { return is_new_; }

 private:
  static constexpr std::size_t longest = 160;
  static constexpr std::size_t window = 3;
  static constexpr std::size_t most_columns = 4;
  static constexpr std::size_t most_starts = 8;
  static constexpr std::size_t patience = 400;  // lines of a column without a frame

  void compare(std::string_view text);
  std::array<std::size_t, window> common_parts() const;
  bool is_indentation(std::size_t size) const;
  std::size_t find_counter();

  struct Column {
    std::string prefix;
    std::size_t since_frame = 0;  // its lines
  };

  std::string last_;                            // the beginning of that line's text
  std::size_t start_ = 0;                       // of the text
  std::array<std::size_t, window> shared_ = {};  // parts that it and those before have in common with their predecessors
  std::size_t counted_ = 0;  // lines up to it that are numbered
  std::array<std::size_t, most_starts> further_ = {};
  std::vector<Column> columns_;  // that were found, the latest first
  bool is_in_column_ = false;
  bool has_frame_ = false;
  bool follows_frame_ = false;
  bool is_new_ = false;
};

}  // namespace symkit::crashlog
