// Which of a group's ranges hold a line: the first of each method. A small group is looked through each time;
// of a large one, which may have a megabyte of lines and be asked as often, intervals are made once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "answers/retrace/naming.h"

namespace symkit::retrace {

// A run of the group's ranges: one method's.
struct Run {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// A range, and the number of the method that has it.
struct HeldLine {
  std::uint32_t method = 0;
  std::uint32_t range = 0;
};

class GroupLines {
 public:
  GroupLines(const MethodGroup& group, bool is_small);

  // The group's own, kept with it where it is large; else made in `scratch`.
  static const GroupLines& of(const MethodGroup& group, std::optional<GroupLines>& scratch);

  const std::vector<Run>& methods() const { return methods_; }
  // Gives the ranges that hold a line, in the order of the methods, until `take` wants no more.
  template <class Take>
  void each_holding(std::int32_t line, const Take& take) const;
  // And those that have no lines, all of them.
  template <class Take>
  void each_without_lines(const Take& take) const;
  // The line that a call site of an outline stands for.
  std::int32_t translated(std::uint32_t callsite, std::int32_t line) const;

 private:
  // Lines at which one range is the first of its method.
  struct Interval {
    std::int64_t from = 0;
    std::int64_t to = 0;  // the last one
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
  // Of a large group:
  std::vector<HeldLine> without_lines_;
  std::vector<Interval> intervals_;           // by their first lines
  std::vector<std::int64_t> last_lines_;      // a heap: of a node's intervals the last line
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
