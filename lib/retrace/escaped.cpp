#include "retrace/escaped.h"

#include <algorithm>

namespace symkit::retrace {
namespace {

struct Escape {
  std::size_t begin = std::string_view::npos;
  std::size_t end = 0;
};

// A run of backslashes with a letter behind it, which begins here; else nothing of it is there, but the end
// of the run.
Escape escape_at(std::string_view text, char letter, std::size_t begin) {
  const std::size_t end = std::min(text.find_first_not_of('\\', begin), text.size());
  const bool is_escape = end > begin && end < text.size() && text[end] == letter;
  return is_escape ? Escape{begin, end + 1} : Escape{std::string_view::npos, end};
}

// The next one.
Escape find_escape(std::string_view text, char letter, std::size_t from) {
  for (std::size_t at = text.find('\\', from); at != std::string_view::npos;) {
    const Escape found = escape_at(text, letter, at);
    if (found.begin != std::string_view::npos) return found;
    at = text.find('\\', found.end);
  }
  return {};
}

std::size_t skip_tabs(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    const Escape tab = escape_at(text, 't', at);
    if (tab.begin != at) break;
    at = tab.end;
  }
  return at;
}

// How line ends are written, if frames stand behind them: with as many backslashes as the text was escaped
// for.
std::string_view newline_before_frame(std::string_view line) {
  Escape newline = find_escape(line, 'n', 0);
  while (newline.begin != std::string_view::npos) {
    if (line.substr(skip_tabs(line, newline.end)).starts_with("at "))
      return line.substr(newline.begin, newline.end - newline.begin);
    newline = find_escape(line, 'n', newline.end);
  }
  return {};
}

// Only a run of exactly so many backslashes is that line end.
std::size_t find_newline(std::string_view line, std::string_view newline) {
  Escape found = find_escape(line, 'n', 0);
  while (found.begin != std::string_view::npos && found.end - found.begin != newline.size())
    found = find_escape(line, 'n', found.end);
  return found.begin;
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  for (std::size_t at = text.find(from); at != std::string_view::npos; at = text.find(from)) {
    (out += text.substr(0, at)) += to;
    text.remove_prefix(at + from.size());
  }
  return out += text;
}

EscapedLine read_line(std::string_view text, bool is_first) {
  EscapedLine line;
  std::size_t begin = skip_tabs(text, 0);
  // Before the first line stands what holds the text: {"level":"error","stack":"
  if (const std::size_t quote = text.rfind('"'); is_first && quote != std::string_view::npos)
    begin = quote + 1;
  std::size_t end = text.size();
  if (text.substr(begin).starts_with("at ")) {
    end = std::min(text.rfind(')'), text.size() - 1) + 1;
    if (end <= begin) end = text.size();
  } else if (const std::size_t quote = text.find_first_of("\\\"", begin);
             !is_first && quote != std::string_view::npos) {
    end = quote;
  }
  line.before = text.substr(0, begin);
  line.text = text.substr(begin, end - begin);
  line.after = text.substr(end);
  line.had_angles = line.text.find("\\u003c") != std::string::npos;
  if (line.had_angles) {
    line.text = replaced(replaced(line.text, "\\u003c", "<"), "\\u003e", ">");
  }
  return line;
}

}  // namespace

std::optional<std::vector<EscapedLine>> split_escaped(std::string_view line) {
  const std::string_view newline = newline_before_frame(line);
  if (newline.empty()) return std::nullopt;
  std::vector<EscapedLine> lines;
  while (!line.empty()) {
    const std::size_t end = find_newline(line, newline);
    lines.push_back(read_line(line.substr(0, end), lines.empty()));
    if (end == std::string_view::npos) break;
    lines.back().ending = newline;
    line.remove_prefix(end + newline.size());
  }
  return lines;
}

void append_escaped(std::string& out, const EscapedLine& line, std::string_view text,
                    std::string_view newline) {
  std::string escaped(text);
  if (line.had_angles) escaped = replaced(replaced(escaped, "<", "\\u003c"), ">", "\\u003e");
  // Further frames begin as the first did.
  escaped = replaced(escaped, "\n", std::string(newline) + std::string(line.before));
  ((out += line.before) += escaped) += line.after;
}

}  // namespace symkit::retrace
