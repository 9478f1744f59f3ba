// The one pass over all of "mappings" that checks them and leaves checkpoints. Which byte ends a number
// cannot be foretold, so a plain decoder mostly waits; here the ends of segments are found beforehand,
// sixty-four bytes at a time, and the processor takes several segments at once.
#pragma once

#include "answers/sourcemap/segments.h"

namespace symkit::sourcemap {

class Segments::Pass {
 public:
  Pass(Segments& segments, Limits limits) : segments_(segments), limits_(limits) {}

  // Up to something odd, or nearly to the end.
  void take_in_bulk();
  // The rest, segment by segment: what is wrong there, and where.
  std::optional<Error> take_rest(std::uint64_t bytes_before);
  bool is_sorted() const { return is_sorted_; }

 private:
  // Where decoding begins: a comma before the segment is its.
  std::uint64_t offset_of(const char* segment, const SegmentState& before) const {
    return static_cast<std::uint64_t>(segment - segments_.text_.data()) - (before.within_line ? 1 : 0);
  }
  void note(const Position& first, std::uint64_t offset) {
    if (segments_.count_++ % segments_between == 0) segments_.checkpoints_.push_back({first, offset, state_});
  }

  Segments& segments_;
  Limits limits_;
  std::uint64_t offset_ = 0;  // of what is not taken yet
  SegmentState state_;        // before it
  bool is_sorted_ = true;
};

}  // namespace symkit::sourcemap
