// Positions in generated and original files, as source maps count them: lines and columns from 0, columns
// in UTF-16 code units.
#pragma once

#include <compare>
#include <cstdint>

namespace symkit::index::source_map {

struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  auto operator<=>(const Position&) const = default;
};

inline constexpr std::uint32_t none = 0xffffffff;  // no source, no name

// What a mapping says from its generated position up to that of the next.
struct Segment {
  Position generated;
  std::uint32_t source = none;
  Position original;
  std::uint32_t name = none;
  bool is_range = false;  // code after it maps to what follows the original

  bool has_original() const { return source != none; }
};

}  // namespace symkit::index::source_map
