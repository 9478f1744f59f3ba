#include "ground/io/added_lines.h"

#include <algorithm>

namespace symkit::io {

void AddedLines::add(std::uint64_t line, std::uint64_t more) {
  if (more == 0) return;
  if (!places_.empty() && places_.back().translated - places_.back().before == line) {
    places_.back().more += more;
  } else {
    if (places_.size() == most) places_.pop_front();
    places_.push_back({.translated = line + added_, .more = more, .before = added_});
  }
  added_ += more;
}

std::uint64_t AddedLines::origin(std::uint64_t translated) const {
  const auto behind = std::ranges::upper_bound(places_, translated, {}, &Place::translated);
  if (behind == places_.begin()) return translated - (places_.empty() ? 0 : places_.front().before);
  const Place& place = *(behind - 1);
  return std::max(place.translated, translated - std::min(translated, place.more)) - place.before;
}

}  // namespace symkit::io
