// The items of the Scopes proposal, one after the other: a tag and numbers, separated by commas. A reader
// takes the numbers that it knows; the rest of an item is skipped.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "answers/sourcemap/position.h"
#include "answers/sourcemap/vlq.h"

namespace symkit::sourcemap {

// The tags, by their letters: A is 0.
enum class ScopeTag : std::uint8_t {
  Empty,
  ScopeStart,
  ScopeEnd,
  Variables,
  RangeStart,
  RangeEnd,
  Bindings,
  SubRangeBinding,
  CallSite
};

class ScopeItems {
 public:
  // The text must be followed by a byte that is not a digit.
  explicit ScopeItems(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  // Reads the next item's tag. Returns false at the end, or if the text is broken.
  bool next(std::uint64_t& tag) {
    if (!is_first_ && !step_over()) return false;
    is_first_ = false;
    if (at_ == end_) return false;
    // An earlier encoding had empty items instead of a tag for them.
    if (*at_ == ',') return tag = 0, true;
    return number(tag);
  }

  // Reads a number of the item. Returns false if there is none or it is broken; all following ones then
  // fail, too.
  bool number(std::uint64_t& value) { return read_unsigned_vlq(at_, value) || broken(); }
  bool difference(std::int64_t& value) { return read_vlq(at_, value) || broken(); }
  bool has_more() const { return is_base64(*at_); }

  bool is_broken() const { return is_broken_; }
  bool broken() {
    is_broken_ = true;
    return false;
  }

 private:
  // Skips to the next item, or the end.
  bool step_over() {
    if (at_ == end_) return false;
    if (*at_ != ',') {
      if (!is_base64(*at_)) return broken();
      const void* const comma = std::memchr(at_, ',', static_cast<std::size_t>(end_ - at_));
      at_ = comma == nullptr ? end_ : static_cast<const char*>(comma);
      if (at_ == end_) return false;
    }
    ++at_;
    return true;
  }

  const char* at_;
  const char* end_;
  bool is_first_ = true;
  bool is_broken_ = false;
};

// Moves a position as the proposal counts: columns start again on another line. Returns false beyond 32
// bits.
inline bool advance(Position& position, std::uint64_t lines, std::uint64_t columns) {
  const std::uint64_t line = position.line + lines;
  const std::uint64_t column = lines == 0 ? position.column + columns : columns;
  if (line >= none || column >= none) return false;
  position = {static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column)};
  return true;
}

// Adds to an index that is relative to the previous one. Returns false if the result is out of range.
inline bool move_index(std::uint32_t& index, std::int64_t difference, std::size_t count) {
  const std::int64_t moved = index + difference;
  if (moved < 0 || static_cast<std::uint64_t>(moved) >= count) return false;
  index = static_cast<std::uint32_t>(moved);
  return true;
}

}  // namespace symkit::sourcemap
