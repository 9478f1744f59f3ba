// Puts a native index on a shelf in parts, whatever the shelf is.
#pragma once

#include "keep/index/parts.h"
#include "keep/store/parts.h"

namespace symkit::test {

// The manifest is put last: a reader that finds it finds the parts.
inline Result<void> put_in_parts(store::Shelf& shelf, const index::NativeIndex& index,
                                 std::size_t part_bytes = index::usual_part) {
  const auto put = [&](const store::Key& key, Bytes bytes) { return shelf.put(key, {&bytes, 1}); };
  const auto manifest = index::cut_in_parts(
      index,
      [&](std::uint64_t checksum, Bytes bytes) { return put(store::part_key(index.id(), checksum), bytes); },
      {.part_bytes = part_bytes});
  if (!manifest) return fail(manifest.error());
  return put({.id = index.id(), .kind = index::Kind::Manifest}, *manifest);
}

}  // namespace symkit::test
