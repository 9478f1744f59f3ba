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
  // So many bytes at once: what GCC and Clang make vector code of.
  using Block = char __attribute__((vector_size(16)));
  struct Pair {
    Block first;  // the same byte throughout
    Block second;
  };
  static Block load(std::string_view text);
  static Block all(char byte) { return Block{} + byte; }
  bool is_mark(std::string_view text) const;
  bool has_mark_in_block(std::string_view text) const;

  std::vector<std::string_view> marks_;
  std::vector<Pair> pairs_;                                  // what they begin with
  std::array<std::vector<std::string_view>, 256> headings_;  // by their first byte
};

}  // namespace symkit::crashlog
