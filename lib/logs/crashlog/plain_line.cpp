#include "logs/crashlog/plain_line.h"

#include "ground/base/characters.h"
#include "ground/base/each_line.h"
#include "logs/crashlog/code_marks.h"
#include "logs/crashlog/without_colours.h"

namespace symkit::crashlog {
namespace {

// The next X of a number written like 0X7F00, at or after `from`; the text's size if there is none.
std::size_t next_capital_prefix(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('X', from); at != std::string_view::npos; at = text.find('X', at + 1)) {
    const bool is_prefix =
        at > 0 && text[at - 1] == '0' && at + 1 < text.size() && is_hex_digit(text[at + 1]);
    const bool begins_word = at < 2 || std::string_view(" \t([{<+=:,@|\"'").contains(text[at - 2]);
    if (is_prefix && begins_word) return at;
  }
  return text.size();
}

}  // namespace

void PlainLine::take(std::string_view raw) {
  raw_ = raw;
  text_ = without_line_end(raw);
  coloured_ = text_.contains(escape_character);
  if (coloured_) strip(text_);
  text_ = text_.substr(0, before_closing_marks(text_));
  if (next_capital_prefix(text_, 0) != text_.size()) write_prefixes_small();
}

// printf's %#X writes numbers in this form; formats need not handle it.
void PlainLine::write_prefixes_small() {
  if (!coloured_) stripped_ = text_;
  text_ = stripped_;
  for (std::size_t at = next_capital_prefix(text_, 0); at != text_.size();
       at = next_capital_prefix(text_, at))
    stripped_[at] = 'x';
}

void PlainLine::strip(std::string_view raw) {
  stripped_.clear();
  positions_.clear();
  for (std::size_t i = 0; i < raw.size();) {
    if (const std::size_t skipped = escape_sequence_size(raw.substr(i)); skipped != 0) {
      i += skipped;
      continue;
    }
    stripped_ += raw[i];
    positions_.push_back(static_cast<std::uint32_t>(i++));
  }
  text_ = stripped_;
}

Span PlainLine::in_raw(Span span) const {
  if (!coloured_ || positions_.empty()) return span;
  const std::size_t end = span.end == 0 ? 0 : positions_[span.end - 1] + std::size_t{1};
  const std::size_t begin = span.begin < positions_.size() ? positions_[span.begin] : end;
  return {begin < end ? begin : end, end};
}

void PlainLine::append_colours(Span raw_span, std::string& out) const {
  if (!coloured_) return;
  for (std::size_t i = raw_span.begin; i < raw_span.end;) {
    const std::size_t size = escape_sequence_size(raw_.substr(i, raw_span.end - i));
    if (size != 0) out += raw_.substr(i, size);
    i += size == 0 ? 1 : size;
  }
}

}  // namespace symkit::crashlog
