// Turns overlapping ranges into ranges that do not overlap: at every address the best one wins.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace symkit::symbols {

// `ranges`: sorted by begin (members begin, end). wins(a, b): a is visible where both are. emit(begin,
// end, range) is called in order; adjacent parts of one range are joined.
template <class R, class Wins, class Emit>
void paint(std::span<const R> ranges, Wins wins, Emit emit) {
  const auto loses = [&](const R* a, const R* b) { return wins(*b, *a); };
  std::vector<const R*> open;  // a heap, the best on top; ended ones leave on reaching it
  const R* shown = nullptr;
  std::uint64_t shown_from = 0;
  const auto show = [&](const R* range, std::uint64_t at) {
    if (range == shown) return;
    if (shown != nullptr && shown_from < at) emit(shown_from, at, *shown);
    shown = range;
    shown_from = at;
  };
  std::size_t next = 0;
  while (next < ranges.size() || !open.empty()) {
    if (open.empty()) {
      open.push_back(&ranges[next++]);
      show(open.front(), open.front()->begin);
      continue;
    }
    const R* top = open.front();
    if (next < ranges.size() && ranges[next].begin < top->end) {
      const R* range = &ranges[next++];
      open.push_back(range);
      std::push_heap(open.begin(), open.end(), loses);
      if (open.front() != top) show(range, range->begin);
      continue;
    }
    // The top ends before anything else begins: the next best one that has not ended takes over.
    const std::uint64_t end = top->end;
    while (!open.empty() && open.front()->end <= end) {
      std::pop_heap(open.begin(), open.end(), loses);
      open.pop_back();
    }
    show(open.empty() ? nullptr : open.front(), end);
  }
}

// The same for ranges of which the later one in the list wins. `open` is memory to use.
template <class R, class Emit>
void paint_later_over_earlier(std::span<const R> ranges, std::vector<const R*>& open, Emit emit) {
  open.clear();
  std::uint64_t shown = 0;  // up to here
  const auto end_before = [&](std::uint64_t limit) {
    for (; !open.empty() && open.back()->end <= limit; open.pop_back()) {
      const R& top = *open.back();
      if (top.end <= shown) continue;
      emit(shown, top.end, top);
      shown = top.end;
    }
  };
  for (const R& range : ranges) {
    end_before(range.begin);
    if (!open.empty() && shown < range.begin) emit(shown, range.begin, *open.back());
    shown = range.begin;
    open.push_back(&range);
  }
  end_before(UINT64_MAX);
}

}  // namespace symkit::symbols
