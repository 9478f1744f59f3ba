#include "crashlog/line_filter.h"

#include <algorithm>

#include "crashlog/document_capture.h"
#include "crashlog/nested_text.h"
#include "crashlog/prefix.h"

namespace symkit::crashlog {
namespace {

// Colours and links may stand within a mark.
constexpr std::array<std::string_view, 2> escapes = {"\x1b[", "\x1b]"};

// A bracket that ends its line, or may: it may be all of it.
constexpr std::array<std::string_view, 20> brackets = {
    "{\n", "{\r", "{ \n", "{ \r", "{  ", "{ \t", "{\t\n", "{\t\r", "{\t ", "{\t\t",
    "[\n", "[\r", "[ \n", "[ \r", "[  ", "[ \t", "[\t\n", "[\t\r", "[\t ", "[\t\t"};

}  // namespace

LineFilter::LineFilter() {
  for (const std::string_view word : DocumentCapture::words()) add(word, Kind::Mark);
  for (const std::string_view escape : escapes) add(escape, Kind::Mark);
  for (const std::string_view bracket : brackets) add(bracket, Kind::Bracket);
}

void LineFilter::add(std::string_view needle, Kind kind) {
  needles_.add(needle);
  kinds_.push_back(kind);
}

void LineFilter::add_mark(std::string_view mark) { add(mark, Kind::Mark); }

void LineFilter::add_heading(std::string_view heading) {
  add(heading, Kind::Heading);
  headings_.at(static_cast<unsigned char>(heading[0])).push_back(heading);
}

bool LineFilter::has_mark(std::string_view line) const {
  return needles_.find(line, [&](std::size_t needle, std::size_t) { return kinds_[needle] == Kind::Mark; });
}

bool LineFilter::is_heading(std::string_view text) const {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return false;
  text.remove_prefix(first);
  const auto& candidates = headings_.at(static_cast<unsigned char>(text[0]));
  return std::ranges::any_of(candidates, [&](std::string_view heading) { return text.starts_with(heading); });
}

std::size_t LineFilter::plain_lines(std::string_view text) const {
  std::size_t begin = 0, end = 0;  // of the line that was judged last
  bool is_json = false;            // it may be: then any string of it may begin with a heading
  const bool found = needles_.find(text, [&](std::size_t needle, std::size_t at) {
    const Kind kind = kinds_[needle];
    if (at < end) return kind == Kind::Mark || (is_json && kind == Kind::Heading);
    begin = text.rfind('\n', at) + 1;  // 0 where there is none
    end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t start = text_start(line);
    is_json = may_be_json(line, start);
    return kind == Kind::Mark || (is_json && kind == Kind::Heading) ||
           may_begin_something(line.substr(start));
  });
  return found ? begin : text.rfind('\n') + 1;
}

bool LineFilter::may_begin_something(std::string_view text) const {
  return is_heading(text) || DocumentCapture::is_opening(text);
}

}  // namespace symkit::crashlog
