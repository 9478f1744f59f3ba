#include "debug/breakpad/function_rows.h"

#include <algorithm>

namespace symkit::breakpad {
namespace {

// Compilers nest some dozens; deeper calls are left out, so that no file can make endless chains.
constexpr std::uint32_t deepest = 255;

}  // namespace

void FunctionRows::begin(std::uint64_t begin, std::uint64_t end) {
  begin_ = begin;
  end_ = end;
  lines_.clear();
  calls_.clear();
  ranges_.clear();
}

void FunctionRows::add_line(const Line& line) {
  const std::uint64_t begin = std::max(line.begin, begin_), end = std::min(line.end, end_);
  if (begin < end) lines_.push_back({begin, end, line.place});
}

void FunctionRows::add_range(std::uint64_t begin, std::uint64_t end) {
  if (calls_.back().said.depth > deepest) return;
  begin = std::max(begin, begin_);
  end = std::min(end, end_);
  if (begin < end) ranges_.push_back({begin, end, static_cast<std::uint32_t>(calls_.size() - 1)});
}

void FunctionRows::write(index::Draft& draft) {
  lay_lines();
  nest(draft);
  last_lines_.assign(std::size_t{numbered_} + 1, {});
  any_ = false;
  merge(draft);
}

// Where the place changes: a line's code ends where the next line's begins, or earlier, and then no line
// is known.
void FunctionRows::lay_lines() {
  std::ranges::stable_sort(lines_, {}, &Line::begin);
  moved_.clear();
  if (lines_.empty()) return;
  if (lines_.front().begin != begin_) moved_.push_back({begin_, {}});
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const bool is_last = i + 1 == lines_.size();
    if (!is_last && lines_[i + 1].begin == lines_[i].begin) continue;
    moved_.push_back({lines_[i].begin, lines_[i].place});
    const std::uint64_t next = is_last ? end_ : lines_[i + 1].begin;
    if (lines_[i].end < next) moved_.push_back({lines_[i].end, {}});
  }
}

// At each address, a call at depth n belongs to the call at depth n-1 that has the code there. If a call
// begins before the one around it, the code up to there belongs to no deeper call.
void FunctionRows::nest(index::Draft& draft) {
  std::ranges::stable_sort(ranges_, {}, &Range::begin);
  boundaries_.clear();
  for (const Range& range : ranges_) boundaries_.insert(boundaries_.end(), {range.begin, range.end});
  std::ranges::sort(boundaries_);
  open_.clear();
  changes_.clear();
  numbered_ = 0;
  std::size_t next = 0;
  for (const std::uint64_t address : boundaries_) {
    for (; next < ranges_.size() && ranges_[next].begin <= address; ++next) open(ranges_[next]);
    std::uint32_t call = 0;
    for (std::size_t depth = 0; depth < open_.size() && open_[depth].end > address; ++depth)
      call = number_of(calls_[open_[depth].call], call, draft);
    changes_.push_back({address, call});
  }
}

void FunctionRows::open(const Range& range) {
  const std::uint32_t depth = calls_[range.call].said.depth;
  if (open_.size() <= depth) open_.resize(std::size_t{depth} + 1);
  open_[depth] = {range.end, range.call};
}

std::uint32_t FunctionRows::number_of(KnownCall& call, std::uint32_t parent, index::Draft& draft) {
  if (call.number != 0 && call.parent == parent) return call.number;
  draft.add_call(parent, call.said.name, call.said.site);
  call.parent = parent;
  return call.number = ++numbered_;
}

// Both lists are sorted; of several entries at one address the last one counts.
void FunctionRows::merge(index::Draft& draft) {
  if (moved_.empty() && changes_.empty()) return;
  std::uint64_t address = begin_;
  std::uint32_t call = 0;
  index::DraftPlace place;
  std::size_t at_place = 0, at_call = 0;
  for (;;) {
    for (; at_place < moved_.size() && moved_[at_place].address <= address; ++at_place)
      place = moved_[at_place].place;
    for (; at_call < changes_.size() && changes_[at_call].address <= address; ++at_call)
      call = changes_[at_call].call;
    if (address >= end_) return;
    add_row(address, call, place, draft);
    if (at_place == moved_.size() && at_call == changes_.size()) return;
    address = end_;
    if (at_place < moved_.size()) address = std::min(address, moved_[at_place].address);
    if (at_call < changes_.size()) address = std::min(address, changes_[at_call].address);
  }
}

void FunctionRows::add_row(std::uint64_t address, std::uint32_t call, index::DraftPlace place,
                           index::Draft& draft) {
  index::DraftPlace& last = last_lines_[call];
  if (place.line != 0 || !of_apple_) last = place;
  const index::DraftRow row{address, call, place, last};
  const bool same =
      any_ && row.call == before_.call && row.place == before_.place && row.atos_place == before_.atos_place;
  if (!same) draft.add_row(row);
  any_ = true;
  before_ = row;
}

}  // namespace symkit::breakpad
