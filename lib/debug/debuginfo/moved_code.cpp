#include "debug/debuginfo/moved_code.h"

namespace symkit::debuginfo {

MovedCode::MovedCode(std::vector<MovedPiece> pieces) {
  std::ranges::stable_sort(pieces, {}, &MovedPiece::begin);
  for (const MovedPiece& piece : pieces) {
    if (piece.begin >= piece.end) continue;
    if (!pieces_.empty()) {
      MovedPiece& last = pieces_.back();
      if (last.shift == piece.shift && last.is_folded == piece.is_folded && piece.begin <= last.end) {
        last.end = std::max(last.end, piece.end);
        continue;
      }
      if (last.begin == piece.begin) continue;
      last.end = std::min(last.end, piece.begin);
    }
    pieces_.push_back(piece);
  }
}

const MovedPiece* MovedCode::piece_at(std::uint64_t address) const {
  const auto after = std::ranges::upper_bound(pieces_, address, {}, &MovedPiece::begin);
  if (after == pieces_.begin() || address >= std::prev(after)->end) return nullptr;
  return &*std::prev(after);
}

std::optional<dwarf::Range> MovedCode::clip(std::uint64_t begin, std::uint64_t end) const {
  return MovedPieces(this).clip(begin, end);
}

}  // namespace symkit::debuginfo
