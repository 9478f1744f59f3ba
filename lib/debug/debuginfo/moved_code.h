// Where a linker put the code of an object file: in pieces, each moved as a whole. Code that it left out
// is in no piece. Addresses are the object file's; the shift converts them to the image's.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "debug/debuginfo/code_ranges.h"
#include "files/dwarf/sections.h"

namespace symkit::debuginfo {

struct MovedPiece {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;    // exclusive
  std::uint64_t shift = 0;  // added, modulo 2^64
  bool is_folded = false;   // the code there belongs to another, equal function
};

class MovedCode {
 public:
  MovedCode() = default;
  // Takes pieces in any order. If two overlap, the one that begins first ends where the other begins; if
  // both begin together the first counts. Neighbours that remain neighbours are joined.
  explicit MovedCode(std::vector<MovedPiece> pieces);

  // Sorted, not overlapping.
  const std::vector<MovedPiece>& pieces() const { return pieces_; }
  // Null if the address is in no piece.
  const MovedPiece* piece_at(std::uint64_t address) const;
  // The part of a range that was moved together with its beginning.
  std::optional<dwarf::Range> clip(std::uint64_t begin, std::uint64_t end) const;

 private:
  std::vector<MovedPiece> pieces_;
};

// Looks up pieces for addresses that are near one another.
class MovedPieces {
 public:
  explicit MovedPieces(const MovedCode* code) : code_(code) {}

  // Null if the address is in no piece, or nothing was moved.
  const MovedPiece* at(std::uint64_t address) const {
    const bool is_last = last_ != nullptr && address >= last_->begin && address < last_->end;
    if (!is_last) last_ = code_ == nullptr ? nullptr : code_->piece_at(address);
    return last_;
  }
  // As in MovedCode.
  std::optional<dwarf::Range> clip(std::uint64_t begin, std::uint64_t end) const {
    const MovedPiece* piece = at(begin);
    if (piece == nullptr || begin >= end) return std::nullopt;
    return dwarf::Range{begin, std::min(end, piece->end)};
  }

 private:
  const MovedCode* code_;
  mutable const MovedPiece* last_ = nullptr;
};

// The part of a range in an image's code, or, for an object file, in its moved code.
inline std::optional<dwarf::Range> clip(const CodeRanges& code, const MovedCode* moved, dwarf::Range range) {
  return moved == nullptr ? code.clip(range.begin, range.end) : moved->clip(range.begin, range.end);
}

}  // namespace symkit::debuginfo
