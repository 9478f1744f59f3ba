#include "keep/store/cut_index.h"

#include "keep/index/cut.h"
#include "keep/store/sound.h"

namespace symkit::store {

io::SharedBlob CutIndex::part(const Key& key, std::span<Shelf* const> shelves) {
  const std::scoped_lock locked(lock_);
  const Key whole{.id = key.id, .kind = key.kind};
  if (whole_ != whole) {
    parts_ = cut(whole, shelves);
    whole_ = whole;
  }
  const auto found = parts_.find(key.part);
  return found == parts_.end() ? nullptr : found->second;
}

CutIndex::Parts CutIndex::cut(const Key& whole, std::span<Shelf* const> shelves) {
  Parts parts;
  for (Shelf* const shelf : shelves) {
    const Found found = shelf->find(whole);
    if (!found || *found == nullptr || !check_all(whole, (*found)->bytes())) continue;
    // If the index cannot be cut to its end, its parts are not used.
    static_cast<void>(index::cut((*found)->bytes(), [&](std::uint64_t checksum, Bytes part) -> Result<void> {
      parts.emplace(checksum, io::blob_of({part.begin(), part.end()}));
      return {};
    }));
  }
  return parts;
}

}  // namespace symkit::store
