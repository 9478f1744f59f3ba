#include "keep/store/parts.h"

namespace symkit::store {

Result<void> put_in_parts(Shelf& shelf, const index::NativeIndex& index, std::size_t part_bytes) {
  const auto put = [&](const Key& key, Bytes bytes) { return shelf.put(key, {&bytes, 1}); };
  const auto manifest = index::cut_in_parts(
      index, [&](std::uint64_t checksum, Bytes bytes) { return put(part_key(index.id(), checksum), bytes); },
      {.part_bytes = part_bytes});
  if (!manifest) return fail(manifest.error());
  return put({.id = index.id(), .kind = index::Kind::Manifest}, *manifest);
}

}  // namespace symkit::store
