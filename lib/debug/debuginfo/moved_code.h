// Where a linker put the code of an object file: piece by piece, each moved as a whole. What it left out is
// in no piece. Addresses are the object file's; the shift leads to the image's.
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
  bool is_folded = false;   // the code there is another function's, which is equal
};

class MovedCode {
 public:
  MovedCode() = default;
  // In any order. Where two overlap, the one that begins first ends where the other begins; of two that begin
  // together the first counts. Neighbours that stay neighbours become one.
  explicit MovedCode(std::vector<MovedPiece> pieces);

  // Rising, not overlapping.
  const std::vector<MovedPiece>& pieces() const { return pieces_; }
  // Null where the address is in no piece.
  const MovedPiece* piece_at(std::uint64_t address) const;
  // The part of a range that went where its beginning did.
  std::optional<dwarf::Range> clip(std::uint64_t begin, std::uint64_t end) const;

 private:
  std::vector<MovedPiece> pieces_;
};

// Pieces for one who asks of neighbours in turn.
class MovedPieces {
 public:
  explicit MovedPieces(const MovedCode* code) : code_(code) {}

  // Null where the address is in no piece, or nothing was moved.
  const MovedPiece* at(std::uint64_t address) const {
    const bool is_last = last_ != nullptr && address >= last_->begin && address < last_->end;
    if (!is_last) last_ = code_ == nullptr ? nullptr : code_->piece_at(address);
    return last_;
  }
  // As MovedCode's.
  std::optional<dwarf::Range> clip(std::uint64_t begin, std::uint64_t end) const {
    const MovedPiece* piece = at(begin);
    if (piece == nullptr || begin >= end) return std::nullopt;
    return dwarf::Range{begin, std::min(end, piece->end)};
  }

 private:
  const MovedCode* code_;
  mutable const MovedPiece* last_ = nullptr;
};

// The same of an image, or of an object file if it was moved.
inline std::optional<dwarf::Range> clip(const CodeRanges& code, const MovedCode* moved, dwarf::Range range) {
  return moved == nullptr ? code.clip(range.begin, range.end) : moved->clip(range.begin, range.end);
}

}  // namespace symkit::debuginfo
