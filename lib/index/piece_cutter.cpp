#include "index/piece_cutter.h"

#include <algorithm>

namespace symkit::index {
namespace {

class Cutter {
 public:
  explicit Cutter(std::vector<Piece>& pieces) : pieces_(pieces) {}

  void cut(const Piece& piece, const Draft& draft) {
    const DraftFunction& function = draft.functions()[piece.function];
    calls_ = draft.calls(function);
    if (met_.size() <= calls_.size()) met_.resize(calls_.size() + 1);
    const std::span<const DraftRow> rows = draft.rows(function);
    auto row = std::ranges::upper_bound(rows, piece.begin, {}, &DraftRow::address);
    if (row != rows.begin()) --row;
    start();
    std::uint64_t begin = piece.begin;
    for (; row != rows.end() && row->address < piece.end; ++row) {
      add(row->call);
      if (work_ <= work_in_piece || row->address <= begin) continue;
      pieces_.push_back({begin, row->address, piece.draft, piece.function});
      begin = row->address;
      start();
      add(row->call);
    }
    pieces_.push_back({begin, piece.end, piece.draft, piece.function});
  }

 private:
  void start() {
    work_ = 0;
    ++serial_;
  }

  // A row, and those calls round its code that the piece did not need before.
  void add(std::uint32_t call) {
    ++work_;
    for (; call != 0 && met_[call] != serial_; call = calls_[call - 1].parent) {
      met_[call] = serial_;
      ++work_;
    }
  }

  std::vector<Piece>& pieces_;
  std::span<const DraftCall> calls_;
  std::vector<std::uint64_t> met_;  // by call: in which piece it was met last
  std::uint64_t serial_ = 0;
  std::size_t work_ = 0;
};

}  // namespace

std::vector<Piece> cut_pieces(const NativeContent& content) {
  std::vector<Piece> pieces;
  pieces.reserve(content.pieces.size());
  Cutter cutter(pieces);
  for (const Piece& piece : content.pieces) cutter.cut(piece, content.drafts[piece.draft]);
  return pieces;
}

}  // namespace symkit::index
