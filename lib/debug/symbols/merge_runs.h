// Sorts a sequence that consists of few sorted runs by merging neighbours. Unlike std::stable_sort it
// needs no new memory each time, and does nothing if there is only one run.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

namespace symkit::symbols {

// The memory is reused.
template <class T>
class RunMerger {
 public:
  // The elements sorted by `projection`, equal ones in their order; valid until the next call, and as
  // long as `elements`.
  template <class Projection>
  std::span<const T> sorted(std::span<const T> elements, Projection projection) {
    find_runs(elements, projection);
    for (; ends_.size() > 1; elements = from_) merge_pairs(elements, projection);
    return elements;
  }

 private:
  template <class Projection>
  void find_runs(std::span<const T> elements, Projection projection) {
    ends_.clear();
    for (auto at = elements.begin(); at != elements.end();) {
      at = std::ranges::is_sorted_until(at, elements.end(), {}, projection);
      ends_.push_back(static_cast<std::size_t>(at - elements.begin()));
    }
  }

  // Halves the number of runs; the result is in from_.
  template <class Projection>
  void merge_pairs(std::span<const T> elements, Projection projection) {
    to_.resize(elements.size());
    auto out = to_.begin();
    std::size_t begin = 0, kept = 0;
    for (std::size_t run = 0; run < ends_.size(); run += 2) {
      const std::size_t middle = ends_[run];
      const std::size_t end = run + 1 < ends_.size() ? ends_[run + 1] : middle;
      out = std::ranges::merge(elements.subspan(begin, middle - begin),
                               elements.subspan(middle, end - middle), out, {}, projection, projection)
                .out;
      ends_[kept++] = begin = end;
    }
    ends_.resize(kept);
    from_.swap(to_);
  }

  std::vector<std::size_t> ends_;  // of the runs
  std::vector<T> from_;
  std::vector<T> to_;
};

}  // namespace symkit::symbols
