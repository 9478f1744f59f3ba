#include "debug/symbols/own_lines.h"

#include <algorithm>
#include <tuple>

#include "ground/base/line_and_column.h"

namespace symkit::symbols {

bool has_same_lines(const dwarf::LineTable& lines, const dwarf::LineSequence& a,
                    const dwarf::LineSequence& b) {
  return std::ranges::equal(
      lines.rows(a), lines.rows(b), [](const dwarf::LineRow& x, const dwarf::LineRow& y) {
        return x.address == y.address && x.line == y.line && x.file_and_statement == y.file_and_statement;
      });
}

void OwnLines::enter(const dwarf::LineTable& lines, bool has_columns) {
  has_columns_ = has_columns;
  lines_ = &lines;
  is_sorted_ = false;
  groups_.clear();
  by_program_.clear();
}

const dwarf::LineSequence* OwnLines::beginning_at(std::uint64_t program) {
  if (by_program_.empty())
    for (const dwarf::LineSequence& sequence : lines_->sequences()) by_program_[sequence.program] = &sequence;
  const auto found = by_program_.find(program);
  return found == by_program_.end() ? nullptr : found->second;
}

void OwnLines::sort() {
  for (const dwarf::LineSequence& sequence : lines_->sequences()) {
    const std::uint32_t line = lines_->rows(sequence).front().line;
    groups_.push_back({{sequence.begin, sequence.end},
                       has_columns_ ? LineAndColumn::of(line).line : line,
                       &sequence,
                       false});
  }
  const auto key = [](const Group& group) {
    return std::tuple(group.range.begin, group.range.end, group.line);
  };
  std::ranges::stable_sort(groups_, {}, key);
  std::size_t kept = 0;
  for (const Group& group : groups_) {
    if (kept != 0 && key(groups_[kept - 1]) == key(group)) {
      Group& same = groups_[kept - 1];
      same.differ = same.differ || !has_same_lines(*lines_, *same.first, *group.first);
    } else {
      groups_[kept++] = group;
    }
  }
  groups_.resize(kept);
  is_sorted_ = true;
}

const dwarf::LineSequence* OwnLines::of(dwarf::Range range, std::uint32_t line) {
  if (!is_sorted_) sort();
  const auto range_of = [](const Group& group) { return std::pair(group.range.begin, group.range.end); };
  const auto here = std::ranges::equal_range(groups_, std::pair(range.begin, range.end), {}, range_of);
  if (here.empty()) return nullptr;
  if (here.size() == 1) return here.front().differ ? nullptr : here.front().first;
  if (line == 0) return nullptr;
  // A function's first row is at the line of its declaration, or where its body begins.
  const auto nearest = std::ranges::lower_bound(here, line, {}, &Group::line);
  return nearest == here.end() || nearest->differ ? nullptr : nearest->first;
}

}  // namespace symkit::symbols
