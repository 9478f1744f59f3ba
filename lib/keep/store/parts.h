// An index in parts on a shelf: the parts under the image's id and their checksums, the manifest under
// the id alone. Looking up an address fetches only the part that holds it. As the key of a part depends
// on its content, replacing an index does not disturb readers of the old one.
#pragma once

#include "keep/store/shelf.h"

namespace symkit::store {

constexpr Key part_key(const ImageId& id, std::uint64_t checksum) {
  return {.id = id, .kind = index::Kind::Native, .part = checksum};
}

// The key for a manifest copied with only a few of its parts. It differs from a manifest's, so that
// nobody expects all parts to be there. `head`: the key of the original.
constexpr Key copied_head(const Key& head) { return {.id = head.id, .kind = head.kind, .part = 1}; }
constexpr bool is_copied_head(const Key& key) { return key.part == 1; }

}  // namespace symkit::store
