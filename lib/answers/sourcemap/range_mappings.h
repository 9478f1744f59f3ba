// The range mappings of ECMA-426 (a proposal, stage 3): up to the next mapping, every following character
// corresponds to the original's following character, including line breaks.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "answers/sourcemap/position.h"
#include "answers/sourcemap/segments.h"

namespace symkit::sourcemap {

// The mapping at a position within its range.
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
  // `text` lists for each line which of its mappings are ranges. A broken text marks none: a field of a
  // proposal is no reason to refuse a map.
  static RangeMappings read(std::string_view text, const Segments& segments);

  bool empty() const { return spans_.empty(); }
  // The beginning of the range that contains a position.
  std::optional<Position> around(Position position) const;
  // Whether the mapping that begins at a position is a range.
  bool begins_at(Position position) const;

 private:
  struct Covered {
    Position begin;
    Position end;
  };
  std::vector<Covered> spans_;
};

}  // namespace symkit::sourcemap
