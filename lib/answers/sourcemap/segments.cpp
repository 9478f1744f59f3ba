#include "answers/sourcemap/segments.h"

#include <algorithm>

#include "answers/sourcemap/segment_pass.h"
#include "answers/sourcemap/vlq.h"
#include "ground/base/words.h"

namespace symkit::sourcemap {

inline bool Segments::Decoder::step(std::uint32_t& value, const char* why) {
  std::int64_t difference = 0;
  if (!read_vlq(at_, difference)) return broken("a number is truncated or beyond 32 bits");
  const std::int64_t sum = value + difference;
  if (static_cast<std::uint64_t>(sum) >= none) return broken(why);  // negative ones are large, too
  value = static_cast<std::uint32_t>(sum);
  return true;
}

inline bool Segments::Decoder::read_original(Segment& segment) {
  if (!step(state_.source, "a source's number is negative or beyond 32 bits") ||
      !step(state_.original.line, "an original line is negative or beyond 32 bits") ||
      !step(state_.original.column, "an original column is negative or beyond 32 bits"))
    return false;
  segment.source = state_.source;
  segment.original = state_.original;
  if (!is_base64(*at_)) return true;
  if (!step(state_.name, "a name's number is negative or beyond 32 bits")) return false;
  segment.name = state_.name;
  return true;
}

bool Segments::Decoder::next(Segment& segment) {
  while (at_ != end_ && *at_ == ';') {
    ++at_;
    ++state_.generated.line;
    state_.generated.column = 0;
    state_.within_line = false;
  }
  if (at_ == end_) return false;
  if (state_.within_line) {
    if (*at_ != ',')
      return broken("a segment does not have 1, 4 or 5 numbers, or an unexpected character follows it");
    ++at_;
  }
  if (!is_base64(*at_)) return broken("a segment is empty or begins with something that is not a digit");
  state_.within_line = true;
  if (!step(state_.generated.column, "a column is negative or beyond 32 bits")) return false;
  segment.generated = state_.generated;
  segment.source = none;
  segment.name = none;
  return !is_base64(*at_) || read_original(segment);
}

Result<Segments> Segments::read(std::string_view text, Limits limits, std::uint64_t bytes_before) {
  Segments segments;
  segments.text_ = text;
  Pass pass(segments, limits);
  pass.take_in_bulk();
  if (auto error = pass.take_rest(bytes_before)) return fail(std::move(*error));
  if (!pass.is_sorted()) segments.sort_all();
  return segments;
}

void Segments::sort_all() {
  std::vector<Segment> all;
  all.reserve(static_cast<std::size_t>(count_));
  Decoder decoder(text_, 0, {});
  for (Segment segment; decoder.next(segment);) all.push_back(segment);
  std::ranges::stable_sort(all, {}, &Segment::generated);
  last_ = all.back().generated;
  sorted_ = std::move(all);
}

std::optional<Segment> Segments::find_sorted(Position position, Position end) const {
  const auto behind = std::min(std::ranges::upper_bound(sorted_, position, {}, &Segment::generated),
                               std::ranges::lower_bound(sorted_, end, {}, &Segment::generated));
  if (behind == sorted_.begin() || std::prev(behind)->generated.line != position.line) return std::nullopt;
  const auto first = std::ranges::lower_bound(sorted_.begin(), behind, position, {}, &Segment::generated);
  const auto exact = std::find_if(first, behind, [](const Segment& s) { return s.has_original(); });
  return exact == behind ? *std::prev(behind) : *exact;
}

std::optional<Segment> Segments::find(Position position, Position end) const {
  if (!sorted_.empty()) return find_sorted(position, end);
  auto from = std::ranges::lower_bound(checkpoints_, position, {}, &Checkpoint::first);
  if (from != checkpoints_.begin()) --from;
  std::optional<Segment> found;
  if (from == checkpoints_.end()) return found;
  Decoder decoder(text_, from->offset, from->state);
  Segment segment;
  while (decoder.next(segment) && segment.generated <= position && segment.generated < end) {
    if (segment.generated.line != position.line) continue;
    const bool have_exact = found && found->generated == position && found->has_original();
    if (!have_exact) found = segment;
  }
  return found;
}

}  // namespace symkit::sourcemap
