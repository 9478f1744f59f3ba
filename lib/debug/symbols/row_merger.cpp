#include "debug/symbols/row_merger.h"

#include <algorithm>

#include "debug/symbols/paint.h"

namespace symkit::symbols {

// Deleted code keeps its lines, at address 0 or at the very top: they must not be found for other code.
void RowMerger::enter(const dwarf::Unit& unit) {
  lines_.clear();
  if (unit.line_program)
    lines_.read(unit, *unit.line_program,
                draft_.has_columns() ? dwarf::LineRows::ChangesWithColumns : dwarf::LineRows::Changes);
  tools_.spend(lines_.size());
  lines_.keep_sequences(
      [this](const dwarf::LineSequence& s) { return code_.clip(s.begin, s.end).has_value(); });
  counting_ = lines_.sequences();
  files_.assign(lines_.file_limit(), unknown_file);
}

void RowMerger::inline_into(const dwarf::Function& function) {
  const auto ranges = sorter_.sorted(function.inlined, &dwarf::InlinedRange::begin);
  inlined_.resize(ranges.size() * 2);  // each is visible once when it begins, and again when another ends
  auto painted = inlined_.begin();
  // Of calls that begin together, the inner one has the higher number.
  paint_later_over_earlier(ranges, open_,
                           [&](std::uint64_t begin, std::uint64_t end, const dwarf::InlinedRange& range) {
                             *painted++ = {begin, end, range.call};
                           });
  inlined_.erase(painted, inlined_.end());
}

std::span<const RowPart> RowMerger::parts(dwarf::Range range) {
  parts_.clear();
  const auto sequences = counting_;
  std::uint64_t at = range.begin;
  while (at < range.end) {
    const auto sequence = std::ranges::upper_bound(sequences, at, {}, &dwarf::LineSequence::end);
    if (sequence == sequences.end() || sequence->begin >= range.end) break;
    if (sequence->begin > at) {
      parts_.push_back({at, sequence->begin, {}});
      at = sequence->begin;
    }
    const std::uint64_t end = std::min(range.end, sequence->end);
    parts_.push_back(part_of(*sequence, {at, end}));
    at = end;
  }
  if (at < range.end && !parts_.empty()) parts_.push_back({at, range.end, {}});
  return parts_;
}

RowPart RowMerger::part_of(const dwarf::LineSequence& sequence, dwarf::Range range) {
  const auto rows = lines_.rows(sequence);
  auto row = std::ranges::lower_bound(rows, range.begin, {}, &dwarf::LineRow::address);
  if (row != rows.begin() && (row == rows.end() || row->address > range.begin)) --row;
  return {range.begin, range.end, {row, rows.end()}};
}

auto RowMerger::first_inlined(dwarf::Range range) const {
  return std::ranges::upper_bound(inlined_, range.begin, {}, &dwarf::InlinedRange::end);
}

bool RowMerger::has_calls(dwarf::Range range) const {
  const auto first = first_inlined(range);
  return first != inlined_.end() && first->begin < range.end;
}

std::span<CallChange> RowMerger::changes(dwarf::Range range) {
  changes_.clear();
  for (auto inlined = first_inlined(range); inlined != inlined_.end() && inlined->begin < range.end;
       ++inlined) {
    const std::uint64_t begin = std::max(inlined->begin, range.begin);
    if (!changes_.empty() && changes_.back().address == begin)
      changes_.pop_back();  // from one call directly to the next
    changes_.push_back({begin, inlined->call});
    changes_.push_back({inlined->end, 0});
  }
  return changes_;
}

index::FileKey RowMerger::new_file(std::uint32_t number) { return files_[number] = file_of(lines_, number); }

index::FileKey RowMerger::file_of(const dwarf::LineTable& lines, std::uint32_t number) {
  const std::string path = lines.path_of(number);
  const index::FileKey file = tools_.spend(path.size() / 16) ? draft_.file(path) : 0;
  if (file != 0 && draft_.particulars().keeps_declarations)
    draft_.particulars().roots.push_back({file, static_cast<std::uint32_t>(lines.root_of(number))});
  return file;
}

}  // namespace symkit::symbols
