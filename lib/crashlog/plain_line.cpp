#include "crashlog/plain_line.h"

namespace symkit::crashlog {
namespace {

constexpr char escape = '\x1b';

// The size of an escape sequence: ESC [ … letter, or ESC ] … BEL or ESC \ (a link). 0: none.
std::size_t sequence_size(std::string_view text) {
  if (text.size() < 2 || text[0] != escape) return 0;
  if (text[1] == '[') {
    for (std::size_t i = 2; i < text.size(); ++i) {
      if (text[i] >= '@' && text[i] <= '~') return i + 1;
      if (text[i] < ' ' || text[i] > '~') return 0;
    }
  }
  if (text[1] == ']') {
    for (std::size_t i = 2; i < text.size(); ++i) {
      if (text[i] == '\a') return i + 1;
      if (text[i] == escape) return i + 1 < text.size() && text[i + 1] == '\\' ? i + 2 : 0;
    }
  }
  return 0;
}

std::string_view without_line_end(std::string_view raw) {
  if (raw.ends_with('\n')) raw.remove_suffix(1);
  if (raw.ends_with('\r')) raw.remove_suffix(1);
  return raw;
}

}  // namespace

void PlainLine::take(std::string_view raw) {
  raw_ = raw;
  text_ = without_line_end(raw);
  coloured_ = text_.contains(escape);
  if (coloured_) strip(text_);
}

void PlainLine::strip(std::string_view raw) {
  stripped_.clear();
  positions_.clear();
  for (std::size_t i = 0; i < raw.size();) {
    if (const std::size_t skipped = sequence_size(raw.substr(i)); skipped != 0) {
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
    const std::size_t size = sequence_size(raw_.substr(i, raw_span.end - i));
    if (size != 0) out += raw_.substr(i, size);
    i += size == 0 ? 1 : size;
  }
}

}  // namespace symkit::crashlog
