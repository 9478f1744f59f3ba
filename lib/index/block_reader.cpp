#include "index/block_reader.h"

#include <algorithm>

namespace symkit::index {

bool BlockReader::open(const Parts& parts, const TableWidths& widths) {
  if (parts.directory.size() != directory_size) return false;
  parts_ = parts;
  widths_ = widths;
  // No piece needs the first one's entry: it begins where the block does.
  callee_count_ = slot(0, 0);
  const std::size_t callees = callee_count_ * widths.callee(), files = std::size_t{slot(0, 1)} * widths.file;
  if (callees + files > parts.bytes.size()) return false;
  callees_ = parts.bytes.first(callees);
  files_ = parts.bytes.subspan(callees, files);
  bodies_ = parts.bytes.subspan(callees + files);
  return true;
}

std::size_t BlockReader::find(std::uint64_t offset) const {
  const std::uint64_t distance = std::min<std::uint64_t>(offset - parts_.begin, no_piece - 1);
  std::size_t piece = 0;
  for (std::size_t step = pieces_in_block / 2; step != 0; step /= 2)
    piece += step & -std::size_t{slot(piece + step, 0) <= distance};  // without branches
  return piece;
}

// A body ends where the next begins: no two share bytes, so reading all takes no longer than the file is.
Bytes BlockReader::body(std::size_t piece) const {
  const std::size_t begin = body_begin(piece), end = has(piece + 1) ? body_begin(piece + 1) : bodies_.size();
  return begin > end ? Bytes() : slice(bodies_, begin, end - begin);
}

BlockReader::Callee BlockReader::callee(std::uint32_t local) const {
  if (local == 0 || local > callee_count_) return {};
  const std::size_t at = std::size_t{local - 1} * widths_.callee();
  return {static_cast<std::uint32_t>(fixed_number(callees_, at, widths_.name)),
          static_cast<std::uint32_t>(fixed_number(callees_, at + widths_.name, 1)),
          static_cast<std::uint32_t>(fixed_number(callees_, at + widths_.name + 1, widths_.line))};
}

}  // namespace symkit::index
