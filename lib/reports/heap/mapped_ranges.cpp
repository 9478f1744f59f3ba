#include "reports/heap/mapped_ranges.h"

#include <iterator>

namespace symkit::heap {

void MappedRanges::map(MemoryRange range, std::uint32_t stack) {
  unmap(range);
  if (range.begin < range.end) by_begin_.emplace(range.begin, Rest{range.end, stack});
}

void MappedRanges::unmap(MemoryRange gone) {
  if (gone.begin >= gone.end) return;
  auto at = by_begin_.lower_bound(gone.begin);
  if (at != by_begin_.begin() && std::prev(at)->second.end > gone.begin) --at;
  while (at != by_begin_.end() && at->first < gone.end) {
    const auto [begin, rest] = *at;
    at = by_begin_.erase(at);
    if (begin < gone.begin) by_begin_.emplace(begin, Rest{gone.begin, rest.stack});
    if (rest.end > gone.end) at = by_begin_.emplace(gone.end, rest).first;
  }
}

}  // namespace symkit::heap
