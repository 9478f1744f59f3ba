// The namespaces and classes of a unit: their positions and nesting, recorded by the walk in passing.
// Their names are read when a name has to be composed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace symkit::dwarf {

// Deeper than compilers nest entries; beyond this a unit counts as broken.
inline constexpr std::size_t deepest_nesting = 4096;

class Scopes {
 public:
  struct Scope {
    std::uint64_t begin = 0;   // its entry
    std::uint64_t end = 0;     // where its children end
    std::uint32_t parent = 0;  // number, 0: none
  };

  void clear() {
    all_.clear();
    complete_ = false;
  }
  // Scopes are numbered from 1, in the order of their entries; `limit` is used if the end is never
  // reached.
  std::uint32_t open(std::uint64_t entry, std::uint64_t limit, std::uint32_t parent) {
    all_.push_back({entry, limit, parent});
    return static_cast<std::uint32_t>(all_.size());
  }
  void close(std::uint32_t number, std::uint64_t end) { all_[number - 1].end = end; }
  void complete() { complete_ = true; }

  bool is_complete() const { return complete_; }
  const Scope& operator[](std::uint32_t number) const { return all_[number - 1]; }

  // The innermost scope around an entry; 0: none.
  std::uint32_t around(std::uint64_t entry) const {
    const auto after = std::ranges::upper_bound(all_, entry, {}, &Scope::begin);
    auto number = static_cast<std::uint32_t>(after - all_.begin());
    while (number != 0 && all_[number - 1].end <= entry) number = all_[number - 1].parent;
    return number;
  }

 private:
  std::vector<Scope> all_;
  bool complete_ = false;  // the complete unit was walked
};

}  // namespace symkit::dwarf
