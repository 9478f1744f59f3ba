#include "answers/retrace/group_lines.h"

#include <algorithm>
#include <bit>
#include <queue>

namespace symkit::retrace {
namespace {

// Up to this size a linear search takes less time than building intervals.
constexpr std::size_t small_group = 64;

bool is_small(const MethodGroup& group) {
  return group.ranges.size() + group.callsites.size() <= small_group &&
         std::ranges::all_of(group.callsites,
                             [](const CallsitePositions& one) { return one.size() <= small_group; });
}

}  // namespace

GroupLines::GroupLines(const MethodGroup& group, bool is_small) : group_(&group), is_small_(is_small) {
  find_methods();
  if (is_small) return;
  for (std::uint32_t method = 0; method < methods_.size(); ++method) {
    for (std::uint32_t at = methods_[method].begin; at < methods_[method].end; ++at)
      if (!group.ranges[at].minified) without_lines_.push_back({method, at});
    add_intervals(method);
  }
  std::ranges::stable_sort(intervals_, {}, &Interval::from);
  fill_last_lines();
  callsites_ = group.callsites;
  for (CallsitePositions& positions : callsites_)
    std::ranges::stable_sort(positions, {}, &CallsitePositions::value_type::first);
}

const GroupLines& GroupLines::of(const MethodGroup& group, std::optional<GroupLines>& scratch) {
  if (is_small(group)) return scratch.emplace(group, true);
  if (!group.lines) group.lines = std::make_shared<GroupLines>(group, false);
  return *group.lines;
}

// The ranges of one method are consecutive. If the first and the last belong to one method, so do all
// between them: others among them are inlined without lines.
void GroupLines::find_methods() {
  const std::vector<MappedRange>& ranges = group_->ranges;
  const auto count = static_cast<std::uint32_t>(ranges.size());
  if (count == 0) return;
  // The end of the chain of inlined frames that begins with this one.
  const auto outermost_end = [&](std::uint32_t at) {
    while (at + 1 < count && ranges[at].minified && ranges[at].minified == ranges[at + 1].minified) ++at;
    return at + 1;
  };
  const auto signature_before = [&](std::uint32_t end) { return ranges[end - 1].signature; };
  Run run{0, outermost_end(0)};
  if (signature_before(run.end) == signature_before(count)) run.end = count;
  while (run.end < count) {
    const std::uint32_t end = outermost_end(run.end);
    if (signature_before(run.end) != signature_before(end)) {
      methods_.push_back(run);
      run.begin = run.end;
    }
    run.end = end;
  }
  methods_.push_back(run);
}

// Ranges of a method may overlap, and the first in the mapping counts. A sweep over all starts and ends
// keeps the ranges that contain the current line, the first on top.
void GroupLines::add_intervals(std::uint32_t method) {
  const auto lines = [&](std::uint32_t number) -> const LineRange& {
    return *group_->ranges[number].minified;
  };
  std::vector<std::uint32_t> by_first_line;
  std::vector<std::int64_t> places;
  for (std::uint32_t at = methods_[method].begin; at < methods_[method].end; ++at) {
    if (!group_->ranges[at].minified || lines(at).span() <= 0) continue;
    by_first_line.push_back(at);
    places.push_back(lines(at).from);
    places.push_back(std::int64_t{lines(at).to} + 1);
  }
  std::ranges::stable_sort(by_first_line, {}, [&](std::uint32_t number) { return lines(number).from; });
  std::ranges::sort(places);
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> open;
  auto next = by_first_line.begin();
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    for (; next != by_first_line.end() && lines(*next).from <= places[i]; ++next) open.push(*next);
    while (!open.empty() && lines(open.top()).to < places[i]) open.pop();
    if (open.empty() || places[i] == places[i + 1]) continue;
    const bool goes_on = !intervals_.empty() && intervals_.back().held.method == method &&
                         intervals_.back().held.range == open.top() && intervals_.back().to + 1 == places[i];
    if (!goes_on) intervals_.push_back({places[i], 0, {method, open.top()}});
    intervals_.back().to = places[i + 1] - 1;
  }
}

void GroupLines::fill_last_lines() {
  const std::size_t leaves = std::bit_ceil(std::max<std::size_t>(intervals_.size(), 1));
  last_lines_.assign(leaves * 2, INT64_MIN);
  for (std::size_t i = 0; i < intervals_.size(); ++i) last_lines_[leaves + i] = intervals_[i].to;
  for (std::size_t node = leaves; node-- > 1;)
    last_lines_[node] = std::max(last_lines_[node * 2], last_lines_[node * 2 + 1]);
}

// Collects the intervals below a node that begin before number `limit` and reach the line.
void GroupLines::collect(std::size_t node, std::size_t begin, std::size_t size, std::size_t limit,
                         std::int64_t line, std::vector<HeldLine>& found) const {
  if (begin >= limit || last_lines_[node] < line) return;
  if (size == 1) {
    found.push_back(intervals_[begin].held);
    return;
  }
  const std::size_t half = size / 2;
  collect(node * 2, begin, half, limit, line, found);
  collect(node * 2 + 1, begin + half, half, limit, line, found);
}

std::vector<HeldLine> GroupLines::search(std::int32_t line) const {
  std::vector<HeldLine> found;
  const auto behind = std::ranges::upper_bound(intervals_, std::int64_t{line}, {}, &Interval::from);
  collect(1, 0, last_lines_.size() / 2, static_cast<std::size_t>(behind - intervals_.begin()), line, found);
  std::ranges::sort(found, {}, &HeldLine::method);
  return found;
}

std::int32_t GroupLines::translated(std::uint32_t callsite, std::int32_t line) const {
  using Position = CallsitePositions::value_type;
  if (is_small_) {
    const CallsitePositions& positions = group_->callsites[callsite];
    const auto found = std::ranges::find(positions, line, &Position::first);
    return found == positions.end() ? line : found->second;
  }
  const CallsitePositions& positions = callsites_[callsite];
  const auto found = std::ranges::lower_bound(positions, line, {}, &Position::first);
  return found == positions.end() || found->first != line ? line : found->second;
}

}  // namespace symkit::retrace
