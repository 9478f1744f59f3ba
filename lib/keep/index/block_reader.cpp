#include "keep/index/block_reader.h"

#include <algorithm>

namespace symkit::index {

bool BlockReader::open(const Parts& parts, const TableWidths& widths) {
  if (parts.directory.size() != directory_size) return false;
  parts_ = parts;
  widths_ = widths;
  // The first piece needs no entry: it begins where the block does.
  callee_count_ = slot(0, 0);
  file_count_ = slot(0, 1);
  files_at_ = callee_count_ * widths.callee();
  const std::size_t bodies_at = files_at_ + file_count_ * widths.file;
  if (bodies_at > parts.bytes.size()) return false;
  bodies_ = parts.bytes.subspan(bodies_at);
  return true;
}

std::size_t BlockReader::find(std::uint64_t offset) const {
  const std::uint64_t distance = std::min<std::uint64_t>(offset - parts_.begin, no_piece - 1);
  std::size_t piece = 0;
  for (std::size_t step = pieces_in_block / 2; step != 0; step /= 2)
    piece += step & -std::size_t{slot(piece + step, 0) <= distance};  // without branches
  return piece;
}

// A body ends where the next begins. No two overlap, so reading all takes time proportional to the file's
// size.
Bytes BlockReader::body(std::size_t piece) const {
  const std::size_t begin = body_begin(piece), end = has(piece + 1) ? body_begin(piece + 1) : bodies_.size();
  return begin > end ? Bytes() : slice(bodies_, begin, end - begin);
}

}  // namespace symkit::index
