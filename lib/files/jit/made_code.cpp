#include "files/jit/made_code.h"

#include <algorithm>

#include "files/jit/jit_dump.h"
#include "files/jit/perf_map.h"

namespace symkit::jit {

const Piece* MadeCode::at(std::uint64_t address) const {
  const auto behind = std::ranges::upper_bound(pieces_, address, {}, &Piece::begin);
  if (behind == pieces_.begin()) return nullptr;
  const Piece& piece = *std::prev(behind);
  return address < piece.end ? &piece : nullptr;
}

Result<MadeCode> read_made_code(Bytes list) {
  return looks_like_jit_dump(list) ? read_jit_dump(list) : read_perf_map(list);
}

}  // namespace symkit::jit
