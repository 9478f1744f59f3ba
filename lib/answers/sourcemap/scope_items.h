// The items of the Scopes proposal, one after the other: a tag and numbers, with commas between. Whoever
// reads takes the numbers that he knows of; what else an item has is stepped over.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "answers/sourcemap/position.h"
#include "answers/sourcemap/vlq.h"

namespace symkit::sourcemap {

// The tags, as their letters say them: A is 0.
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
  // A byte that is no digit follows the text.
  explicit ScopeItems(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  // The next item's tag. False at the end, and where the text is broken.
  bool next(std::uint64_t& tag) {
    if (!is_first_ && !step_over()) return false;
    is_first_ = false;
    if (at_ == end_) return false;
    // Before items were empty by their tag, they were by having nothing.
    if (*at_ == ',') return tag = 0, true;
    return number(tag);
  }

  // The numbers of an item. False where there is none, or where it is broken; what follows then is, too.
  bool number(std::uint64_t& value) { return read_unsigned_vlq(at_, value) || broken(); }
  bool difference(std::int64_t& value) { return read_vlq(at_, value) || broken(); }
  bool has_more() const { return is_base64(*at_); }

  bool is_broken() const { return is_broken_; }
  bool broken() {
    is_broken_ = true;
    return false;
  }

 private:
  // To the next item, or the end: what is left of an item may be long.
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

// Moves a position as the proposal counts: columns begin anew on another line. False beyond 32 bits.
inline bool advance(Position& position, std::uint64_t lines, std::uint64_t columns) {
  const std::uint64_t line = position.line + lines;
  const std::uint64_t column = lines == 0 ? position.column + columns : columns;
  if (line >= none || column >= none) return false;
  position = {static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column)};
  return true;
}

// Adds to an index that the proposal counts from the one before. False where it leaves what is there.
inline bool move_index(std::uint32_t& index, std::int64_t difference, std::size_t count) {
  const std::int64_t moved = index + difference;
  if (moved < 0 || static_cast<std::uint64_t>(moved) >= count) return false;
  index = static_cast<std::uint32_t>(moved);
  return true;
}

}  // namespace symkit::sourcemap
