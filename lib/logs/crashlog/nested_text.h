// A line of a log that contains texts of its own: strings of JSON, JSON in such a string and so on, or a
// stack whose line ends are written as a backslash and an n. The line is split so that each line of such
// a text can be read as a line; the parts together are the original line. JSON is not interpreted: a
// broken text is still split, or left in one piece.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ground/base/nesting.h"
#include "logs/crashlog/without_colours.h"

namespace symkit::crashlog {

struct NestedPart {
  std::string_view text = {};      // as it is in the line, with its line end
  std::string_view line_end = {};  // escaped; empty if the text ends with the string
  Nesting nesting = {};            // 0 times: the part between the texts
  bool stands_alone = false;       // the only line of its text
  bool begins_text = false;        // the first line of several, or the first string of an array

  bool is_text() const { return static_cast<bool>(nesting); }
};

// Whether a line, whose own text begins at `start`, may contain such texts. Fast, and exact for lines
// that have neither JSON nor escaped line ends.
bool may_hold_texts(std::string_view line, std::size_t start);

// Whether line ends may be escaped in it.
bool may_have_line_ends(std::string_view line);

// Whether the line begins as JSON does, or as a line of a document of JSON.
bool may_be_json(std::string_view line, std::size_t start);

// The next place at or after `from` where a string may begin that is not a member's name; the text's size
// if there is none. Much faster than splitting the line.
std::size_t next_string(std::string_view text, std::size_t from);

// Whether is_it(text from there on) is true where one of those strings begins.
template <class IsIt>
bool any_string(std::string_view text, IsIt is_it) {
  for (std::size_t at = next_string(text, 0); at < text.size(); at = next_string(text, at))
    if (is_it(text.substr(at))) return true;
  return false;
}

// Colours between the strings are not part of them.
class NestedText {
 public:
  explicit NestedText(std::string_view line);
  NestedText(const NestedText&) = delete;
  NestedText& operator=(const NestedText&) = delete;

  // The next part; false at the end of the line.
  bool next(NestedPart& part);

 private:
  // An open text, by the number of times it is escaped.
  struct Level {
    unsigned times = 0;
    std::size_t begin = 0;       // of its string
    bool has_members = false;    // it has brackets with strings of the next level
    bool is_implied = false;     // it began without a quotation mark
    bool follows_colon = false;  // it is the value of a member
    bool begins_array = false;
    bool has_lines = false;
  };
  static constexpr std::size_t most_levels = 8;

  const Level& top() const { return levels_[depth_]; }
  Level& top() { return levels_[depth_]; }
  bool next_plain(NestedPart& part);
  bool next_octal(NestedPart& part);
  void add_colours(NestedPart& part);
  bool emit(NestedPart& part, std::size_t end);
  bool emit_text(NestedPart& part, std::size_t end, std::string_view line_end);
  bool emit_rest(NestedPart& part);
  bool take_quote(NestedPart& part, std::size_t quote, std::size_t backslashes);
  bool take_newline(NestedPart& part, std::size_t at, std::size_t backslashes);
  bool open(NestedPart& part, std::size_t quote, unsigned times);
  bool close(NestedPart& part, std::size_t quote, unsigned times);
  bool is_element(std::size_t quote) const;
  unsigned implied_times(std::size_t from);

  std::string_view raw_;
  WithoutColours plain_;
  std::size_t given_ = 0;  // of the raw line
  std::string_view line_;
  std::size_t size_;        // without the line's own end
  std::size_t begin_ = 0;   // of what has not been returned yet
  std::size_t at_ = 0;      // searched up to here
  bool whole_line_ = true;  // what has not been returned yet is a line of its text from its beginning
  std::array<Level, most_levels + 1> levels_{};
  std::size_t depth_ = 0;
  char octal_mark_ = '\0';
  unsigned implied_ = 0;
  bool knows_implied_ = false;
};

}  // namespace symkit::crashlog
