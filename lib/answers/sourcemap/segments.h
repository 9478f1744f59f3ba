// The "mappings" of a source map: checked once completely, and then decoded from the text on demand. The
// check keeps a checkpoint every few segments, from which a lookup decodes only a handful; so a map of a
// million segments needs two megabytes besides its file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "answers/sourcemap/position.h"
#include "ground/base/result.h"

namespace symkit::sourcemap {

// The decoder's state between two segments.
struct SegmentState {
  Position generated;
  std::uint32_t source = 0;
  Position original;
  std::uint32_t name = 0;
  bool within_line = false;  // a comma comes before the next segment
};

class Segments {
 public:
  struct Limits {
    std::uint32_t sources = 0;
    std::uint32_t names = 0;
  };

  Segments() = default;

  // The caller keeps `text`, which must be followed by a byte that is not a base64 digit. An error has
  // the offset at which it occurs, including the bytes before the text.
  static Result<Segments> read(std::string_view text, Limits limits, std::uint64_t bytes_before = 0);

  // The segment that applies to a position: on its line, at or before its column. If several begin at one
  // column, the first with an original applies to that column and the last to what follows. Segments from
  // `end` on are ignored.
  std::optional<Segment> find(Position position, Position end = {none, none}) const;

  std::uint64_t count() const { return count_; }
  bool empty() const { return count_ == 0; }
  const Position& last() const { return last_; }
  // Whether the text is sorted by position. If not, `visit` sorts.
  bool is_in_order() const { return sorted_.empty(); }

  // Visits all segments of a line, or of all lines, by position.
  template <class Visit>
  void visit_line(std::uint32_t line, Visit visit) const;
  template <class Visit>
  void visit(Visit visit) const;

 private:
  static constexpr std::size_t segments_between = 32;

  struct Checkpoint {
    Position first;        // of the next segment
    std::uint64_t offset;  // of its text
    SegmentState state;    // before that segment
  };

  class Decoder;
  class Pass;

  void sort_all();
  std::optional<Segment> find_sorted(Position position, Position end) const;
  template <class Visit>
  void visit_from(Position position, Visit visit) const;

  std::string_view text_;
  std::vector<Checkpoint> checkpoints_;
  std::vector<Segment> sorted_;  // only if the columns of some line go backwards
  std::uint64_t count_ = 0;
  Position last_;
};

// Decodes one segment after the other.
class Segments::Decoder {
 public:
  Decoder(std::string_view text, std::uint64_t offset, const SegmentState& state)
      : begin_(text.data()), at_(begin_ + offset), end_(begin_ + text.size()), state_(state) {}

  // Returns false at the end or at an error.
  bool next(Segment& segment);

  const char* problem() const { return problem_; }
  std::uint64_t offset() const { return static_cast<std::uint64_t>(at_ - begin_); }
  const SegmentState& state() const { return state_; }

 private:
  bool broken(const char* why) {
    problem_ = why;
    return false;
  }
  bool step(std::uint32_t& value, const char* why);
  bool read_original(Segment& segment);

  const char* begin_;
  const char* at_;
  const char* end_;
  SegmentState state_;
  const char* problem_ = nullptr;
};

template <class Visit>
void Segments::visit_from(Position position, Visit visit) const {
  if (!sorted_.empty()) {
    auto at = std::lower_bound(sorted_.begin(), sorted_.end(), position,
                               [](const Segment& s, const Position& p) { return s.generated < p; });
    while (at != sorted_.end() && visit(*at)) ++at;
    return;
  }
  auto from = std::lower_bound(checkpoints_.begin(), checkpoints_.end(), position,
                               [](const Checkpoint& c, const Position& p) { return c.first < p; });
  if (from != checkpoints_.begin()) --from;
  if (from == checkpoints_.end()) return;
  Decoder decoder(text_, from->offset, from->state);
  Segment segment;
  while (decoder.next(segment)) {
    if (segment.generated < position) continue;
    if (!visit(segment)) return;
  }
}

template <class Visit>
void Segments::visit_line(std::uint32_t line, Visit visit) const {
  visit_from({line, 0}, [&](const Segment& segment) {
    if (segment.generated.line != line) return false;
    visit(segment);
    return true;
  });
}

template <class Visit>
void Segments::visit(Visit visit) const {
  visit_from({0, 0}, [&](const Segment& segment) {
    visit(segment);
    return true;
  });
}

}  // namespace symkit::sourcemap
