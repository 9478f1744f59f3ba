// ECMA-426's range mappings (a proposal, stage 3): of such a mapping every character that follows is the
// original's that follows, line breaks included, up to the next mapping.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "answers/sourcemap/position.h"
#include "answers/sourcemap/segments.h"

namespace symkit::sourcemap {

// The mapping as it is at a position that its range holds.
inline Segment moved_along(Segment segment, Position to) {
  const Position from = segment.generated;
  if (to == from) return segment;
  segment.generated = to;
  segment.name = none;
  segment.is_range = false;
  const auto sum = [](std::uint32_t a, std::uint32_t b) { return std::min(a, none - 1 - b) + b; };
  Position& original = segment.original;
  original = to.line == from.line ? Position{original.line, sum(original.column, to.column - from.column)}
                                  : Position{sum(original.line, to.line - from.line), to.column};
  return segment;
}

class RangeMappings {
 public:
  // `text` has for each line which of its mappings are ranges. A broken one marks none: a proposal's field is
  // no reason to refuse a map.
  static RangeMappings read(std::string_view text, const Segments& segments);

  bool empty() const { return spans_.empty(); }
  // Where the range begins that holds a position.
  std::optional<Position> around(Position position) const;
  // Is the mapping that counts from a position on a range?
  bool begins_at(Position position) const;

 private:
  struct Span {
    Position begin;
    Position end;
  };
  std::vector<Span> spans_;
};

}  // namespace symkit::sourcemap
