// An index in parts on a shelf: the parts under the image's id and their checksums, the manifest under the id
// alone. Looking up an address fetches the part that it lies in, and no other. As another part is never under
// the same key, who replaces an index disturbs nobody who still reads the one before.
#pragma once

#include "ground/base/result.h"
#include "keep/index/native_index.h"
#include "keep/index/parts.h"
#include "keep/store/shelf.h"

namespace symkit::store {

constexpr Key part_key(const ImageId& id, std::uint64_t checksum) {
  return {.id = id, .kind = index::Kind::Native, .part = checksum};
}

// A manifest that was copied for a few of the parts, kept beside them. Nobody takes it for one that all parts
// are there of. `head`: what it is a copy of.
constexpr Key copied_head(const Key& head) { return {.id = head.id, .kind = head.kind, .part = 1}; }
constexpr bool is_copied_head(const Key& key) { return key.part == 1; }

// The manifest goes last: a reader who finds it finds the parts.
Result<void> put_in_parts(Shelf& shelf, const index::NativeIndex& index,
                          std::size_t part_bytes = index::usual_part);

}  // namespace symkit::store
