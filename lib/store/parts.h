// An index in parts on a shelf: the parts under the image's id and their numbers, the manifest under the id
// alone. Looking up an address fetches the part that it lies in, and no other.
#pragma once

#include "base/result.h"
#include "index/native_index.h"
#include "index/parts.h"
#include "store/shelf.h"

namespace symkit::store {

constexpr Key part_key(const ImageId& id, std::uint32_t part) {
  return {.id = id, .kind = index::Kind::Native, .part = part};
}

// The manifest goes last: a reader who finds it finds the parts. One who has an older manifest sees by the
// checksums that parts were replaced.
Result<void> put_in_parts(Shelf& shelf, const index::NativeIndex& index,
                          std::size_t part_bytes = index::usual_part);

}  // namespace symkit::store
