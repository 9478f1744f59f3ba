// Cuts parts out of an index that some store has in one piece. Needed if another store has the manifest
// but has lost some of its parts, or has something else in their place. An index is always cut the same
// way, so these are the same parts.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <span>

#include "keep/store/shelf.h"

namespace symkit::store {

class CutIndex {
 public:
  // Null: none of the shelves has the complete index.
  io::SharedBlob part(const Key& key, std::span<Shelf* const> shelves);

 private:
  using Parts = std::map<std::uint64_t, io::SharedBlob>;
  static Parts cut(const Key& whole, std::span<Shelf* const> shelves);

  std::mutex lock_;  // guards what follows
  Key whole_;        // the index of the last requested part
  Parts parts_;
};

}  // namespace symkit::store
