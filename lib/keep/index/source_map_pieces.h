// The additional segments of Metro's bundles as stored in a source map's index: the sizes of the id and
// of the index, 8 bytes each, then the id and an index or its manifest, both padded to a multiple of 8.
#pragma once

#include <algorithm>
#include <string_view>

#include "ground/base/cursor.h"
#include "ground/base/result.h"
#include "keep/index/encoding.h"

namespace symkit::index::source_map {

inline void put_piece(Buffer& pieces, std::string_view id, Bytes bytes) {
  const auto pad = [&] { pieces.resize((pieces.size() + 7) / 8 * 8); };
  put_fixed(pieces, id.size(), 8);
  put_fixed(pieces, bytes.size(), 8);
  pieces.insert(pieces.end(), id.begin(), id.end());
  pad();
  pieces.insert(pieces.end(), bytes.begin(), bytes.end());
  pad();
}

// `take`: Result<void>(std::string_view id, Bytes bytes). Stops at the first error.
template <class Take>
Result<void> each_piece(Bytes section, const Take& take) {
  Cursor at(section, Endian::Little);
  while (!at.failed() && at.remaining() >= 16) {
    const std::uint64_t id_size = at.u64(), size = at.u64();
    const std::string_view id = as_text(at.bytes(id_size));
    at.skip((8 - at.offset() % 8) % 8);
    const Bytes bytes = at.bytes(size);
    at.skip(std::min<std::uint64_t>((8 - at.offset() % 8) % 8, at.remaining()));
    if (at.failed() || bytes.empty()) return fail("has a damaged segment");
    if (auto taken = take(id, bytes); !taken) return taken;
  }
  return {};
}

}  // namespace symkit::index::source_map
