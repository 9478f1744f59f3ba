// How often stores were queried, and how often they had the key. A caller can pass these in when it opens
// a shelf.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>

namespace symkit::store {

// The counts of one store: lookups of images, mappings and maps, including their parts. Used by all
// threads.
struct Count {
  std::atomic<std::uint64_t> hits = 0;
  std::atomic<std::uint64_t> misses = 0;
  std::atomic<std::uint64_t> failures = 0;  // it could not be reached, or what it has cannot be read
};

class Counts {
 public:
  // The count of a store, by its name in --store. Stores that stand in for one another share a count.
  // Call this before the first lookup.
  Count& add(const std::string& store) { return add(store, counts_.emplace_back()); }
  Count& add(const std::string& store, Count& count) {
    return *by_store_.emplace(store, &count).first->second;
  }

  // Null: this store is not counted.
  Count* of(const std::string& store) const {
    const auto found = by_store_.find(store);
    return found == by_store_.end() ? nullptr : found->second;
  }

 private:
  std::deque<Count> counts_;
  std::map<std::string, Count*, std::less<>> by_store_;
};

}  // namespace symkit::store
