// Tells at little cost that lines are of no interest to any format: most lines of most logs are not. Formats
// say by what marks their lines can be known; a line that has none of them need not be read.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "crashlog/needles.h"

namespace symkit::crashlog {

class LineFilter {
 public:
  LineFilter();

  // Each at least two bytes long, and alive as long as this is.
  void add_mark(std::string_view mark);
  // What a line's own text begins with, blanks apart; at least two bytes, too.
  void add_heading(std::string_view heading);
  // After the last was added.
  void prepare() { needles_.prepare(); }

  bool has_mark(std::string_view line) const;
  bool is_heading(std::string_view text) const;

  // How many bytes of the text, which begins with a line, are whole lines before the first that has a mark or
  // is a heading, may begin a document, or has colours that could hide that.
  std::size_t plain_lines(std::string_view text) const;

 private:
  enum class Kind : std::uint8_t { Mark, Heading, Bracket };
  void add(std::string_view needle, Kind kind);

  Needles needles_;
  std::vector<Kind> kinds_;                                  // of the needles
  std::array<std::vector<std::string_view>, 256> headings_;  // by their first byte
};

}  // namespace symkit::crashlog
