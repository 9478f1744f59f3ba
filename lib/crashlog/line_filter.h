// Tells in a few nanoseconds that a line is of no interest to any format: most lines of most logs are not.
// Formats say by what marks their lines can be known; a line that has none of them need not be read.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace symkit::crashlog {

class LineFilter {
 public:
  // Each at least two bytes long.
  void add_mark(std::string_view mark);
  // What a line's own text begins with, blanks apart; at least four bytes.
  void add_heading(std::string_view heading);

  bool has_mark(std::string_view line) const;
  bool is_heading(std::string_view text) const;

 private:
  struct Pair {
    char first = 0;
    char second = 0;
  };
  std::vector<Pair> pairs_;  // the marks' first two bytes
  std::vector<std::string_view> headings_;
  std::array<bool, 256> heading_starts_{};
};

}  // namespace symkit::crashlog
