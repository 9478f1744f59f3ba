// Cuts functions with many rows or inlined calls into pieces, so that no lookup reads more than a piece.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "keep/index/native_writer.h"

namespace symkit::index {

class PieceCutter {
 public:
  // Appends the pieces that `piece`, which is from this draft, is cut into.
  void cut(const Piece& piece, const Draft& draft, std::vector<Piece>& pieces);

 private:
  void start();
  void add(std::uint32_t call);

  std::span<const DraftCall> calls_;
  std::vector<std::uint64_t> met_;  // by call: the piece in which it was met last
  std::uint64_t serial_ = 0;
  std::size_t work_ = 0;
};

}  // namespace symkit::index
