#include "debug/verify/span_check.h"

#include <algorithm>
#include <utility>

#include "debug/verify/teller.h"
#include "ground/base/words.h"

namespace symkit::verify {
void SpanCheck::clear() {
  levels_.clear();
  children_.clear();
  own_.clear();
}

void SpanCheck::add(std::uint64_t entry, Role role, std::vector<dwarf::Range>& ranges) {
  std::ranges::sort(ranges, [](const dwarf::Range& a, const dwarf::Range& b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  last_role_ = role;
  last_.clear();
  for (const dwarf::Range& range : ranges) {
    if (last_.empty() || range.begin > last_.back().end) {
      last_.push_back(range);
    } else {
      last_.back().end = std::max(last_.back().end, range.end);
    }
  }
  const bool is_nested_function = role == Role::Function && !levels_.empty() && levels_.back().in_function;
  if (!is_nested_function) check_contained(entry, ranges);
  if (role != Role::Unit)
    for (const dwarf::Range& range : ranges) children_.push_back({range.begin, range.end, entry});
}

void SpanCheck::open_with_code() {
  Level level;
  level.first_child = children_.size();
  level.first_own = own_.size();
  own_.insert(own_.end(), last_.begin(), last_.end());
  level.end_own = own_.size();
  level.owns_children = true;
  level.in_function = last_role_ != Role::Unit;
  levels_.push_back(level);
}

void SpanCheck::close() {
  const Level level = levels_.back();
  levels_.pop_back();
  if (!level.owns_children && !levels_.empty()) return;
  check_siblings(std::span(children_).subspan(level.first_child));
  children_.resize(level.first_child);
  own_.resize(level.first_own);
}

void SpanCheck::check_contained(std::uint64_t entry, std::span<const dwarf::Range> ranges) {
  if (levels_.empty()) return;
  const Level& around = levels_.back();
  const auto own = std::span(own_).subspan(around.first_own, around.end_own - around.first_own);
  if (own.empty()) return;
  for (const dwarf::Range& range : ranges) {
    const auto after = std::ranges::upper_bound(own, range.begin, {}, &dwarf::Range::begin);
    if (after != own.begin() && range.end <= std::prev(after)->end) continue;
    return report_(
        Kind::Containment, entry,
        say("its range ", range_text(range.begin, range.end), " is not in those of the entry that it is in"));
  }
}

// Identical ranges are functions that a linker folded.
void SpanCheck::check_siblings(std::span<EntryRange> siblings) {
  std::ranges::sort(siblings, [](const EntryRange& a, const EntryRange& b) {
    if (a.begin != b.begin) return a.begin < b.begin;
    return a.end != b.end ? a.end < b.end : a.entry < b.entry;
  });
  const EntryRange* farthest = nullptr;
  for (const EntryRange& span : siblings) {
    const bool overlaps = farthest != nullptr && span.begin < farthest->end;
    const bool is_same = overlaps && span.begin == farthest->begin && span.end == farthest->end;
    if (overlaps && !is_same) {
      const auto& [first, second] = std::minmax(farthest->entry, span.entry);
      const std::string shared = range_text(span.begin, std::min(span.end, farthest->end));
      report_(Kind::Overlap, second,
              first == second ? say("its ranges share ", shared)
                              : say("it shares ", shared, " with the entry at ", hex(first)));
    }
    if (farthest == nullptr || span.end > farthest->end) farthest = &span;
  }
}

}  // namespace symkit::verify
