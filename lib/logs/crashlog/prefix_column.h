// Finds prefixes that no table knows: a worker's name, an editor's line numbers, a level, a bar. Such a
// prefix is a column that neighbouring lines have in common. It is believed when a frame follows it, and
// then holds for all lines that begin in the same way.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/characters.h"
#include "ground/base/one_of.h"

namespace symkit::crashlog {

// Where the text goes on after a prefix of the same shape: numbers and levels may differ. 0: it
// begins differently.
std::size_t end_of_same_prefix(std::string_view prefix, std::string_view text);

class PrefixColumn {
  static constexpr std::size_t window = 3;

 public:
  // Another log begins, with these lines, as far as they are known.
  void begin(std::string_view first_lines);

  // Takes the next line. `start`: where its text begins after prefixes that are known by themselves. Returns
  // where it begins after a column that was found before; else `start`.
  std::size_t take(std::string_view line, std::size_t start);
  // The same for a line whose text begins with a frame: nothing else is looked for.
  void pass_frame(std::string_view line, std::size_t start);
  // How many lines are remembered.
  static constexpr std::size_t memory = window + 1;
  // Where the text of that line may begin as well, in ascending order; only one if the lines before agree and
  // not all are wanted.
  std::span<const std::size_t> further_starts(bool with_all);
  // Whether the lines before, as many as are remembered, have the prefix that ends there.
  bool is_common(std::size_t start) const;
  // Whether a frame was found in the line before.
  bool follows_frame() const { return since_frame_ == 0 && !is_first_; }
  // A frame begins at this place of that line, which was one of those.
  void confirm(std::size_t start);
  // A frame was found in that line, wherever it begins.
  void count_frame() { has_frame_ = true; }
  // Whether is_it(text from there on) is true wherever such a prefix could end.
  template <class IsIt>
  static bool any_start(std::string_view text, IsIt is_it) {
    const std::size_t end = std::min(text.size(), longest);
    for (std::size_t at = 1; at < end; ++at) {
      const char before = text[at - 1];
      const bool begins_word = is_in_word(text[at]) ? !is_in_word(before) : is_one_of<" \t:|>])">(before);
      if (begins_word && is_it(text.substr(at))) return true;
    }
    return false;
  }
  // Whether that line was the first in which its column was found.
  bool is_new() const { return is_new_; }

 private:
  static constexpr std::size_t longest = 160;
  static constexpr std::size_t most_columns = 4;
  static constexpr std::size_t most_starts = 8;

  void begin_line(std::size_t start);
  void compare(std::string_view text);
  std::array<std::size_t, window> common_parts() const;
  bool is_of_text(std::size_t size) const;
  std::size_t find_counter();

  std::string last_;       // the beginning of that line's text
  std::size_t start_ = 0;  // of the text
  std::array<std::size_t, window> shared_ =
      {};                         // parts that it and those before have in common with their predecessors
  std::size_t alike_ = 0;         // all parts that it has in common with the one before
  std::size_t alike_before_ = 0;  // and that one with its own predecessor
  std::size_t counted_ = 0;       // lines up to it that are numbered
  std::size_t numbered_ = 0;      // its parts up to the number
  std::array<std::uint8_t, longest + 1> ends_ = {};  // of the parts that it has in common with the one before
  std::array<std::size_t, most_starts> further_ = {};
  std::vector<std::string> columns_;  // that were found, the latest first
  std::size_t counter_end_ = 0;       // start_ if it is not numbered
  bool is_in_column_ = false;
  bool has_frame_ = false;
  bool begins_log_ = false;           // the next line
  bool is_first_ = false;             // that line, in its log
  std::size_t since_frame_ = window;  // lines between that line and the last with a frame
  bool is_new_ = false;
};

}  // namespace symkit::crashlog
