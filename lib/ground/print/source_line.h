// A line of source printed with a frame: "    > 12 |      return total;", and a caret below its column.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace symkit::print {

struct SourceLine {
  std::size_t number = 0;
  std::size_t width = 0;    // of the widest number shown with it
  bool is_the_one = false;  // the frame's
  std::string_view text = {};
};

// The lines around a line, numbered from 1: `count` in all, with fewer before it only at the beginning of
// a text.
struct LineWindow {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t width = 0;  // of the widest number
};
LineWindow lines_round(std::size_t line, std::size_t count, std::size_t lines_of_text);

void append_source_line(std::string& out, const SourceLine& line);

// `before`: the text before the column. Tabs are kept, so that the caret is in the right place on every
// terminal.
void append_caret(std::string& out, const SourceLine& line, std::string_view before);

}  // namespace symkit::print
