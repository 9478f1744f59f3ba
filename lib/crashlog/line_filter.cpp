#include "crashlog/line_filter.h"

#include <algorithm>

#include "crashlog/document_capture.h"

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

}  // namespace symkit::crashlog
