#include "logs/crashlog/without_colours.h"

#include <algorithm>

namespace symkit::crashlog {

std::size_t escape_sequence_size(std::string_view text) {
  if (text.size() < 2 || text[0] != escape_character) return 0;
  if (text[1] == '[') {
    for (std::size_t i = 2; i < text.size(); ++i) {
      if (text[i] >= '@' && text[i] <= '~') return i + 1;
      if (text[i] < ' ' || text[i] > '~') return 0;
    }
  }
  if (text[1] == ']') {
    for (std::size_t i = 2; i < text.size(); ++i) {
      if (text[i] == '\a') return i + 1;
      if (text[i] == escape_character) return i + 1 < text.size() && text[i + 1] == '\\' ? i + 2 : 0;
    }
  }
  return 0;
}

WithoutColours::WithoutColours(std::string_view raw) : raw_(raw) {
  std::size_t at = 0;  // how much of the raw text has been processed
  for (std::size_t next = raw.find(escape_character); next != std::string_view::npos;) {
    const std::size_t size = escape_sequence_size(raw.substr(next));
    if (size != 0) {
      if (runs_.empty() || at != next) runs_.push_back({made_.size(), at});
      made_ += raw.substr(at, next - at);
      at = next + size;
    }
    next = raw.find(escape_character, size == 0 ? next + 1 : at);
  }
  if (runs_.empty()) return;
  runs_.push_back({made_.size(), at});
  made_ += raw.substr(at);
}

std::size_t WithoutColours::in_raw(std::size_t place) const {
  if (!had_any()) return place;
  const auto after = std::ranges::upper_bound(runs_, place, {}, &Run::begin);
  const Run& run = *(after - 1);
  return run.raw_begin + (place - run.begin);
}

DocumentEdits::Edit WithoutColours::in_raw(DocumentEdits::Edit edit) const {
  const bool is_insertion = edit.begin == edit.end;
  const std::size_t begin = in_raw(edit.begin);
  return {begin, is_insertion ? begin : end_in_raw(edit.end), std::move(edit.text)};
}

}  // namespace symkit::crashlog
