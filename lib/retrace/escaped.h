// A whole stack in one line, as JSON and many logs carry it: "a.b: x\n\tat a.b.c(SourceFile:1)\n\tat …", with
// the line ends written as a backslash and an n.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace symkit::retrace {

struct EscapedLine {
  std::string_view before;  // up to the text: what of JSON stands before it, and tabs
  std::string text;         // as it would stand in a log
  std::string_view after;   // what ends the text, the quotation mark and so on
  std::string_view ending;  // the escaped line end; empty behind the last line
  bool had_angles = false;  // < and > were written as \u003c and \u003e
};

// Nothing where the line holds no stack.
std::optional<std::vector<EscapedLine>> split_escaped(std::string_view line);

// A text that has become several lines, on its way back.
void append_escaped(std::string& out, const EscapedLine& line, std::string_view text,
                    std::string_view newline);

}  // namespace symkit::retrace
