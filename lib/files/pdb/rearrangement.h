// Maps code that was reordered after linking (OMAP), like some of Microsoft's. Everything in a PDB except
// its list of sections refers to the original order: "as linked".
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "ground/base/bytes.h"

namespace symkit::pdb {

// Code as linked, and the place of its first byte in the image.
struct Piece {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t place = 0;
};

class Rearrangement {
 public:
  Rearrangement() = default;
  // `entries`: the stream that maps the linked order to the image's.
  explicit Rearrangement(Bytes entries);

  bool is_none() const { return entries_.empty(); }

  // Nothing for code that is no longer in the image.
  std::optional<std::uint32_t> place_of(std::uint32_t rva) const;

  // Calls `take` for each contiguous piece of [begin, end), in the order as linked, as long as it returns
  // true.
  template <class Take>
  void each_piece(std::uint32_t begin, std::uint32_t end, Take take) const {
    if (is_none()) return static_cast<void>(take(Piece{begin, end, begin}));
    for (auto at = entry_of(begin); at != entries_.end() && at->begin < end;) {
      const auto first = at++;
      while (at != entries_.end() && at->begin < end && goes_on(*first, *at)) ++at;
      const std::uint32_t from = std::max(begin, first->begin);
      const std::uint32_t to = at == entries_.end() ? end : std::min(end, at->begin);
      const bool is_there = first->place != 0 && from < to;
      if (is_there && !take(Piece{from, to, first->place + (from - first->begin)})) return;
    }
  }

 private:
  struct Entry {
    std::uint32_t begin = 0;
    std::uint32_t place = 0;  // 0: it was removed
  };
  using Entries = std::vector<Entry>;

  Entries::const_iterator entry_of(std::uint32_t rva) const;
  static bool goes_on(const Entry& first, const Entry& next) {
    return next.place != 0 && first.place != 0 && next.place - first.place == next.begin - first.begin;
  }

  Entries entries_;  // sorted by begin
};

}  // namespace symkit::pdb
