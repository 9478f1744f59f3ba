// The parts of an index that some store has in one piece: for a reader who was led to parts by another store,
// which has lost some of them, or has something else there. As the same index is always cut alike, they are
// the very parts.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <span>

#include "keep/store/shelf.h"

namespace symkit::store {

class CutIndex {
 public:
  // Null: none of the shelves has the index that it is a part of.
  io::SharedBlob part(const Key& key, std::span<Shelf* const> shelves);

 private:
  using Parts = std::map<std::uint64_t, io::SharedBlob>;
  static Parts cut(const Key& whole, std::span<Shelf* const> shelves);

  std::mutex lock_;  // of what follows
  Key whole_;        // of which parts were asked for last
  Parts parts_;
};

}  // namespace symkit::store
