// Where code lies that was put into another order after linking (OMAP), as some of Microsoft's own was. All
// that a PDB says, but its list of sections, is of the order before: "as linked".
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "ground/base/bytes.h"

namespace symkit::pdb {

// Code as linked, and where in the image its first byte is.
struct Piece {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t place = 0;
};

class Rearrangement {
 public:
  Rearrangement() = default;
  // `entries`: the stream that leads from the order as linked to the image's.
  explicit Rearrangement(Bytes entries);

  bool is_none() const { return entries_.empty(); }

  // Nothing for what is not in the image any more.
  std::optional<std::uint32_t> place_of(std::uint32_t rva) const;

  // Calls `take` for each piece of [begin, end) that lies in one, in the order as linked, for as long as it
  // returns true.
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
    std::uint32_t place = 0;  // 0: it was taken out
  };
  using Entries = std::vector<Entry>;

  Entries::const_iterator entry_of(std::uint32_t rva) const;
  static bool goes_on(const Entry& first, const Entry& next) {
    return next.place != 0 && first.place != 0 && next.place - first.place == next.begin - first.begin;
  }

  Entries entries_;  // by where they begin
};

}  // namespace symkit::pdb
