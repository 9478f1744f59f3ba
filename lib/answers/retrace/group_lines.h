// Finds the ranges of a group that contain a line: the first one of each method. A small group is
// searched linearly. A large one may have a megabyte of lines and as many lookups, so its intervals are
// built once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "answers/retrace/naming.h"

namespace symkit::retrace {

// A run of the group's ranges that belong to one method.
struct Run {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// A range, and the number of its method.
struct HeldLine {
  std::uint32_t method = 0;
  std::uint32_t range = 0;
};

class GroupLines {
 public:
  GroupLines(const MethodGroup& group, bool is_small);

  // For a large group, the object kept with the group; for a small one, an object made in `scratch`.
  static const GroupLines& of(const MethodGroup& group, std::optional<GroupLines>& scratch);

  const std::vector<Run>& methods() const { return methods_; }
  // Passes on the ranges that contain a line, in the order of the methods, until `take` returns false.
  template <class Take>
  void each_holding(std::int32_t line, const Take& take) const;
  // Passes on all ranges without lines.
  template <class Take>
  void each_without_lines(const Take& take) const;
  // The line to which a call site of an outline translates a line of the outline.
  std::int32_t translated(std::uint32_t callsite, std::int32_t line) const;

 private:
  // Lines for which one range is the first of its method.
  struct Interval {
    std::int64_t from = 0;
    std::int64_t to = 0;  // inclusive
    HeldLine held;
  };

  std::vector<HeldLine> search(std::int32_t line) const;
  void find_methods();
  void add_intervals(std::uint32_t method);
  void fill_last_lines();
  void collect(std::size_t node, std::size_t begin, std::size_t size, std::size_t limit, std::int64_t line,
               std::vector<HeldLine>& found) const;

  const MethodGroup* group_;
  bool is_small_;
  std::vector<Run> methods_;
  // For a large group:
  std::vector<HeldLine> without_lines_;
  std::vector<Interval> intervals_;           // sorted by first line
  std::vector<std::int64_t> last_lines_;      // a heap: the last line of all intervals below a node
  std::vector<CallsitePositions> callsites_;  // sorted
};

template <class Take>
void GroupLines::each_holding(std::int32_t line, const Take& take) const {
  if (!is_small_) {
    for (const HeldLine held : search(line))
      if (!take(held)) return;
    return;
  }
  for (std::uint32_t method = 0; method < methods_.size(); ++method)
    for (std::uint32_t at = methods_[method].begin; at < methods_[method].end; ++at) {
      const auto& minified = group_->ranges[at].minified;
      if (!minified || !minified->contains(line)) continue;
      if (!take(HeldLine{method, at})) return;
      break;
    }
}

template <class Take>
void GroupLines::each_without_lines(const Take& take) const {
  if (!is_small_) {
    for (const HeldLine held : without_lines_) take(held);
    return;
  }
  for (std::uint32_t method = 0; method < methods_.size(); ++method)
    for (std::uint32_t at = methods_[method].begin; at < methods_[method].end; ++at)
      if (!group_->ranges[at].minified) take(HeldLine{method, at});
}

}  // namespace symkit::retrace
