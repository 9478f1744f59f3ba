// Places in generated and original files, counted as source maps count: lines and columns from 0, columns in
// UTF-16 code units.
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

// What a mapping says from its generated position on, up to the next one's.
struct Segment {
  Position generated;
  std::uint32_t source = none;
  Position original;
  std::uint32_t name = none;
  bool is_range = false;  // what follows it follows the original, too

  bool has_original() const { return source != none; }
};

}  // namespace symkit::index::source_map
