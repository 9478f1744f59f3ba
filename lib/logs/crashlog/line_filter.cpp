#include "logs/crashlog/line_filter.h"

#include "ground/base/one_of.h"
#include "logs/crashlog/document_capture.h"

namespace symkit::crashlog {
namespace {

// What is removed from a line before it is read: colours and links, which may occur within a mark; and
// 0X, which is read as 0x.
constexpr std::array<std::string_view, 3> escapes = {"\x1b[", "\x1b]", "0X"};

// A bracket that ends its line, or may end it: it may be the complete line.
constexpr std::array<std::string_view, 20> brackets = {
    "{\n", "{\r", "{ \n", "{ \r", "{  ", "{ \t", "{\t\n", "{\t\r", "{\t ", "{\t\t",
    "[\n", "[\r", "[ \n", "[ \r", "[  ", "[ \t", "[\t\n", "[\t\r", "[\t ", "[\t\t"};

}  // namespace

LineFilter::LineFilter() {
  for (const std::string_view word : DocumentCapture::words()) add(word, Kind::Mark);
  for (const std::string_view word : DocumentCapture::escaped_words()) add(word, Kind::Mark);
  for (const std::string_view escape : escapes) add(escape, Kind::Mark);
  for (const std::string_view bracket : brackets) add(bracket, Kind::Bracket);
}

// If several formats want lines with the same mark, it is searched for once.
LineFilter::Wanted& LineFilter::add(std::string_view needle, Kind kind) {
  std::vector<std::size_t>& alike = by_ends_.at(static_cast<unsigned char>(needle.front() ^ needle.back()));
  for (const std::size_t number : alike)
    if (wanted_[number].text == needle && wanted_[number].kind == kind) return wanted_[number];
  alike.push_back(wanted_.size());
  needles_.add(needle);
  return wanted_.emplace_back(Wanted{.text = needle, .kind = kind});
}

void LineFilter::add_mark(std::string_view mark, std::size_t taker) {
  add(mark, Kind::Mark).takers.add(taker);
}

void LineFilter::add_heading(std::string_view heading, std::size_t taker) {
  const std::size_t count = wanted_.size();
  add(heading, Kind::Heading).takers.add(taker);
  if (wanted_.size() != count) headings_.at(static_cast<unsigned char>(heading[0])).push_back(count);
}

bool LineFilter::has_mark(std::string_view line) const {
  return needles_.find(line,
                       [&](std::size_t needle, std::size_t) { return wanted_[needle].kind == Kind::Mark; });
}

bool LineFilter::is_heading(std::string_view text) const {
  const std::size_t first = first_not_of<" \t">(text);
  if (first == std::string_view::npos) return false;
  text.remove_prefix(first);
  return std::ranges::any_of(headings_.at(static_cast<unsigned char>(text[0])),
                             [&](std::size_t heading) { return text.starts_with(wanted_[heading].text); });
}

LineFilter::Interest LineFilter::interest_in(std::string_view text) const {
  Interest interest;
  needles_.find(text, [&](std::size_t needle, std::size_t) {
    if (wanted_[needle].kind != Kind::Mark) return false;
    interest.has_mark = true;
    interest.takers |= wanted_[needle].takers;
    return false;
  });
  const std::size_t first = first_not_of<" \t">(text);
  if (first == std::string_view::npos) return interest;
  text.remove_prefix(first);
  for (const std::size_t heading : headings_.at(static_cast<unsigned char>(text[0])))
    if (text.starts_with(wanted_[heading].text)) interest.takers |= wanted_[heading].takers;
  return interest;
}

}  // namespace symkit::crashlog
