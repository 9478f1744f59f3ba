// The parts of an index on a shelf, checked against their seals: for readers of mappings and source maps.
#pragma once

#include <map>
#include <mutex>
#include <set>

#include "keep/index/part_source.h"
#include "keep/store/shelf.h"

namespace symkit::store {

// The parts of a shelf that are expected to be needed, and those that were fetched but not used yet. Safe
// for any number of threads.
class ForeseenParts {
 public:
  // The shelf must outlive it.
  explicit ForeseenParts(Shelf& shelf) : shelf_(shelf) {}

  void expect(const Key& key, std::uint64_t bytes);
  // Fetches it in one query with everything expected.
  Found get(const Key& key);
  Shelf& shelf() const { return shelf_; }

 private:
  static constexpr std::uint64_t most_bytes = std::uint64_t{24} << 20;

  Shelf& shelf_;
  std::mutex lock_;  // guards what follows
  std::set<Key> expected_;
  std::uint64_t expected_bytes_ = 0;
  std::map<Key, Found> at_hand_;
};

class ShelfParts final : public index::PartSource {
 public:
  // `ahead`: shared by all indexes on the shelf; must outlive them.
  ShelfParts(ForeseenParts& ahead, const Key& head) : ahead_(ahead), head_(head) {}

  void expect(const index::PartSeal& part) override { ahead_.expect(key_of(part), part.size); }
  Result<io::SharedBlob> get(const index::PartSeal& part) override;

 private:
  Key key_of(const index::PartSeal& part) const { return {head_.id, head_.kind, part.checksum}; }

  ForeseenParts& ahead_;
  Key head_;  // the key of the manifest
};

}  // namespace symkit::store
