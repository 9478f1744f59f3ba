#include "keep/index/piece_cutter.h"

namespace symkit::index {

void PieceCutter::cut(const Piece& piece, const Draft& draft, std::vector<Piece>& pieces) {
  const DraftFunction& function = draft.functions()[piece.function];
  if (std::size_t{function.kept_rows} + function.call_count <= work_in_piece) return pieces.push_back(piece);
  calls_ = draft.calls(function);
  if (met_.size() <= calls_.size()) met_.resize(calls_.size() + 1);
  const DraftRows rows = draft.rows(function);
  start();
  std::uint64_t begin = piece.begin;
  for (auto row = rows.holding(piece.begin); row != rows.end() && row.address() < piece.end; ++row) {
    add(row.call());
    if (work_ <= work_in_piece || row.address() <= begin) continue;
    pieces.push_back({begin, row.address(), piece.draft, piece.function});
    begin = row.address();
    start();
    add(row.call());
  }
  pieces.push_back({begin, piece.end, piece.draft, piece.function});
}

void PieceCutter::start() {
  work_ = 0;
  ++serial_;
}

// A row, and the calls around its code that the piece did not need before.
void PieceCutter::add(std::uint32_t call) {
  ++work_;
  for (; call != 0 && met_[call] != serial_; call = calls_[call - 1].parent) {
    met_[call] = serial_;
    ++work_;
  }
}

}  // namespace symkit::index
