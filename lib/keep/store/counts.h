// How often stores were asked for something, and had it. Who opens a shelf may hand these over.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>

namespace symkit::store {

// Of one store: images, mappings and maps that it was asked for, their parts with them. By all threads.
struct Count {
  std::atomic<std::uint64_t> hits = 0;
  std::atomic<std::uint64_t> misses = 0;
  std::atomic<std::uint64_t> failures = 0;  // it could not be asked, or what it has cannot be read
};

class Counts {
 public:
  // Of a store, as --store names it. Those that stand for one another have one count. Before anybody asks.
  Count& add(const std::string& store) { return add(store, counts_.emplace_back()); }
  Count& add(const std::string& store, Count& count) {
    return *by_store_.emplace(store, &count).first->second;
  }

  // Null: nobody wants to know of this one.
  Count* of(const std::string& store) const {
    const auto found = by_store_.find(store);
    return found == by_store_.end() ? nullptr : found->second;
  }

 private:
  std::deque<Count> counts_;
  std::map<std::string, Count*, std::less<>> by_store_;
};

}  // namespace symkit::store
