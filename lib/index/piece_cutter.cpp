#include "index/piece_cutter.h"

#include <algorithm>

#include "io/workers.h"

namespace symkit::index {
namespace {

class Cutter {
 public:
  void cut(const Piece& piece, const Draft& draft, std::vector<Piece>& pieces) {
    const DraftFunction& function = draft.functions()[piece.function];
    if (std::size_t{function.row_count} + function.call_count <= work_in_piece) return pieces.push_back(piece);
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
      pieces.push_back({begin, row->address, piece.draft, piece.function});
      begin = row->address;
      start();
      add(row->call);
    }
    pieces.push_back({begin, piece.end, piece.draft, piece.function});
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

  std::span<const DraftCall> calls_;
  std::vector<std::uint64_t> met_;  // by call: in which piece it was met last
  std::uint64_t serial_ = 0;
  std::size_t work_ = 0;
};

}  // namespace

std::vector<Piece> cut_pieces(const NativeContent& content, unsigned jobs) {
  constexpr std::size_t in_part = 2048;
  std::vector<std::vector<Piece>> parts((content.pieces.size() + in_part - 1) / in_part);
  std::vector<Cutter> cutters(jobs);
  io::for_each_item(jobs, parts.size(), [&](unsigned worker, std::size_t number) {
    const std::size_t first = number * in_part;
    for (const Piece& piece : content.pieces.subspan(first, std::min(in_part, content.pieces.size() - first)))
      cutters[worker].cut(piece, content.drafts[piece.draft], parts[number]);
  });
  std::vector<Piece> pieces;
  std::size_t size = 0;
  for (const std::vector<Piece>& part : parts) size += part.size();
  pieces.reserve(size);
  for (const std::vector<Piece>& part : parts) pieces.insert(pieces.end(), part.begin(), part.end());
  return pieces;
}

}  // namespace symkit::index
