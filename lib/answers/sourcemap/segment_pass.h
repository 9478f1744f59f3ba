// The one pass over "mappings" that checks it and makes checkpoints. A simple decoder mostly waits, as
// the end of a number cannot be predicted; here the ends of segments are found in advance, sixty-four
// bytes at a time, and the processor handles several segments at once.
#pragma once

#include "answers/sourcemap/segments.h"

namespace symkit::sourcemap {

class Segments::Pass {
 public:
  Pass(Segments& segments, Limits limits) : segments_(segments), limits_(limits) {}

  // Decodes up to something unusual, or nearly to the end.
  void take_in_bulk();
  // Decodes the rest, one segment at a time; returns what is wrong, and where.
  std::optional<Error> take_rest(std::uint64_t bytes_before);
  bool is_sorted() const { return is_sorted_; }

 private:
  // The offset at which decoding begins: it includes a comma before the segment.
  std::uint64_t offset_of(const char* segment, const SegmentState& before) const {
    return static_cast<std::uint64_t>(segment - segments_.text_.data()) - (before.within_line ? 1 : 0);
  }
  void note(const Position& first, std::uint64_t offset) {
    if (segments_.count_++ % segments_between == 0) segments_.checkpoints_.push_back({first, offset, state_});
  }

  Segments& segments_;
  Limits limits_;
  std::uint64_t offset_ = 0;  // of the rest
  SegmentState state_;        // before the rest
  bool is_sorted_ = true;
};

}  // namespace symkit::sourcemap
