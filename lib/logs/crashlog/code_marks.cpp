#include "logs/crashlog/code_marks.h"

#include <algorithm>
#include <array>

namespace symkit::crashlog {
namespace {

constexpr std::size_t longest_mark = 80;
constexpr std::array<std::string_view, 4> elements = {"pre", "code", "tt", "samp"};

// "<pre>", "<code class="text">"
std::size_t opening_element(std::string_view text) {
  const std::size_t end = text.substr(0, longest_mark).find('>');
  if (end == std::string_view::npos) return 0;
  const std::string_view inside = text.substr(1, end - 1);
  const std::string_view name = inside.substr(0, inside.find(' '));
  return std::ranges::find(elements, name) == elements.end() ? 0 : end + 1;
}

// "{noformat}", "{code:title=kiosk.log|borderStyle=solid}"
std::size_t opening_braces(std::string_view text) {
  const bool is_code = text.starts_with("{code:") || text.starts_with("{noformat:");
  if (!is_code && !text.starts_with("{code}") && !text.starts_with("{noformat}")) return 0;
  return text.substr(0, longest_mark).find('}') + 1;  // 0 if there is none
}

std::size_t opening_mark(std::string_view text) {
  switch (text.empty() ? '\0' : text.front()) {
    case '`': return std::min(text.find_first_not_of('`'), text.size());
    case '{': return opening_braces(text);
    case '<': return opening_element(text);
    default: return 0;
  }
}

// "</pre>"
std::size_t closing_element(std::string_view line) {
  const std::size_t begin = line.rfind("</");
  if (begin == std::string_view::npos) return 0;
  const std::string_view name = line.substr(begin + 2, line.size() - begin - 3);
  return std::ranges::find(elements, name) == elements.end() ? 0 : line.size() - begin;
}

// With the blank before it. A row of a table begins with a bar, too.
std::size_t closing_bar(std::string_view line, std::string_view bar) {
  const std::string_view before = line.substr(0, line.size() - bar.size());
  const bool is_row = before.substr(std::min(before.find_first_not_of(' '), before.size())).starts_with(bar);
  return is_row && before.ends_with(' ') ? bar.size() + 1 : 0;
}

std::size_t closing_mark(std::string_view line) {
  constexpr std::string_view light_bar = "│";
  switch (line.empty() ? '\0' : line.back()) {
    case '`': return line.size() - (line.find_last_not_of('`') + 1);
    case '}':
      for (const std::string_view mark : {"{noformat}", "{code}"})
        if (line.ends_with(mark)) return mark.size();
      return 0;
    case '>': return closing_element(line);
    case '|': return closing_bar(line, "|");
    case light_bar.back(): return line.ends_with(light_bar) ? closing_bar(line, light_bar) : 0;
    default: return 0;
  }
}

}  // namespace

std::size_t opening_marks(std::string_view text) {
  std::size_t size = 0;
  while (const std::size_t mark = opening_mark(text.substr(size))) size += mark;
  return size;
}

std::size_t before_closing_marks(std::string_view line) {
  for (;;) {
    const std::string_view text = line.substr(0, line.find_last_not_of(" \t") + 1);
    const std::size_t mark = closing_mark(text);
    if (mark == 0) return line.size();
    line = text.substr(0, text.size() - mark);
  }
}

}  // namespace symkit::crashlog
