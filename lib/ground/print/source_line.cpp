#include "ground/print/source_line.h"

#include <algorithm>

#include "ground/print/visible.h"

namespace symkit::print {

LineWindow lines_round(std::size_t line, std::size_t count, std::size_t lines_of_text) {
  const std::size_t before = (count - 1) / 2;
  LineWindow window;
  window.first = line > before ? line - before : 1;
  window.last = std::min(lines_of_text, window.first + count - 1);
  window.width = std::to_string(window.last).size();
  return window;
}

void append_source_line(std::string& out, const SourceLine& line) {
  const std::string digits = std::to_string(line.number);
  out += line.is_the_one ? "    > " : "      ";
  out.append(line.width - std::min(line.width, digits.size()), ' ');
  out += digits;
  out += " | ";
  append_visible(out, line.text, Escapes::Source);
  out += '\n';
}

void append_caret(std::string& out, const SourceLine& line, std::string_view before) {
  out.append(6 + line.width, ' ');
  out += " | ";
  std::string shown;
  append_visible(shown, before, Escapes::Source);
  for (const char c : shown)
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) out += c == '\t' ? '\t' : ' ';
  out += "^\n";
}

}  // namespace symkit::print
