#include "answers/rewrite/captured_document.h"

#include <algorithm>

#include "ground/base/each_line.h"
#include "logs/crashlog/prefix.h"

namespace symkit::rewrite {

CapturedDocument::CapturedDocument(std::string_view bytes, bool prefixed) : bytes_(bytes), plain_(bytes) {
  std::size_t at = 0;
  each_line(plain_.text(), [&](std::string_view line) {
    const std::size_t start = prefixed ? crashlog::text_start(line) : 0;
    if (lines_.empty()) {
      prefix_ = line.substr(0, start);
      if (line.ends_with("\r\n")) line_end_ = "\r\n";
    }
    lines_.push_back({text_.size(), at + start});
    text_ += line.substr(start);
    at += line.size();
  });
}

std::size_t CapturedDocument::in_plain(std::size_t place_in_text) const {
  const auto after = std::ranges::upper_bound(lines_, place_in_text, {}, &Line::begin);
  const Line& line = *(after - 1);
  return line.plain_begin + (place_in_text - line.begin);
}

}  // namespace symkit::rewrite
