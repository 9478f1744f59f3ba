#include "print/source_line.h"

#include <algorithm>

#include "print/visible.h"

namespace symkit::print {

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
