// The parts of an index that lie on a shelf, held against their seals: for readers of mappings and source
// maps.
#pragma once

#include <map>
#include <mutex>
#include <set>

#include "keep/index/part_source.h"
#include "keep/store/shelf.h"

namespace symkit::store {

// What will be asked for of one shelf, and what was fetched of it and not taken yet. For any number of
// threads.
class ForeseenParts {
 public:
  // The shelf outlives it.
  explicit ForeseenParts(Shelf& shelf) : shelf_(shelf) {}

  void expect(const Key& key, std::uint64_t bytes);
  // In one question with all that is expected.
  Found get(const Key& key);
  Shelf& shelf() const { return shelf_; }

 private:
  static constexpr std::uint64_t most_bytes = std::uint64_t{24} << 20;

  Shelf& shelf_;
  std::mutex lock_;  // of what follows
  std::set<Key> expected_;
  std::uint64_t expected_bytes_ = 0;
  std::map<Key, Found> at_hand_;
};

class ShelfParts final : public index::PartSource {
 public:
  // `ahead`: what indexes on one shelf have in common; it outlives them.
  ShelfParts(ForeseenParts& ahead, const Key& head) : ahead_(ahead), head_(head) {}

  void expect(const index::PartSeal& part) override { ahead_.expect(key_of(part), part.size); }
  Result<io::SharedBlob> get(const index::PartSeal& part) override;

 private:
  Key key_of(const index::PartSeal& part) const { return {head_.id, head_.kind, part.checksum}; }

  ForeseenParts& ahead_;
  Key head_;  // what leads to them
};

}  // namespace symkit::store
