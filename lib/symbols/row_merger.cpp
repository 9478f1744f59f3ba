#include "symbols/row_merger.h"

#include <algorithm>

#include "symbols/paint.h"

namespace symkit::symbols {

// What was deleted keeps its lines, at address 0 or at the very top: they are not to be found for anything
// else.
void RowMerger::enter(const dwarf::Unit& unit) {
  lines_.clear();
  if (unit.line_program) lines_.read(unit, *unit.line_program);
  tools_.spend(lines_.size());
  lines_.keep_sequences(
      [this](const dwarf::LineSequence& s) { return code_.clip(s.begin, s.end).has_value(); });
  counting_ = lines_.sequences();
  files_.assign(lines_.file_limit(), unknown_file);
}

void RowMerger::inline_into(const dwarf::Function& function) {
  inlined_.clear();
  std::span<const dwarf::InlinedRange> ranges = function.inlined;
  if (!std::ranges::is_sorted(ranges, {}, &dwarf::InlinedRange::begin)) {
    sorted_.assign(ranges.begin(), ranges.end());
    std::ranges::stable_sort(sorted_, {}, &dwarf::InlinedRange::begin);
    ranges = sorted_;
  }
  paint(
      ranges,
      [](const dwarf::InlinedRange& a, const dwarf::InlinedRange& b) {
        return a.begin != b.begin ? a.begin > b.begin : a.call > b.call;
      },
      [this](std::uint64_t begin, std::uint64_t end, const dwarf::InlinedRange& range) {
        inlined_.push_back({begin, end, range.call});
      });
}

std::span<CodeRow> RowMerger::rows(dwarf::Range range) {
  rows_.clear();
  const auto sequences = counting_;
  std::uint64_t at = range.begin;
  while (at < range.end) {
    const auto sequence = std::ranges::upper_bound(sequences, at, {}, &dwarf::LineSequence::end);
    if (sequence == sequences.end() || sequence->begin >= range.end) break;
    if (sequence->begin > at) {
      rows_.push_back({.address = at});
      at = sequence->begin;
    }
    const std::uint64_t end = std::min(range.end, sequence->end);
    collect_from(*sequence, {at, end});
    at = end;
  }
  if (at < range.end && !rows_.empty()) rows_.push_back({.address = at});
  return rows_;
}

void RowMerger::collect_from(const dwarf::LineSequence& sequence, dwarf::Range part) {
  const auto rows = lines_.rows(sequence);
  auto row = std::ranges::lower_bound(rows, part.begin, {}, &dwarf::LineRow::address);
  auto end = std::ranges::lower_bound(row, rows.end(), part.end, {}, &dwarf::LineRow::address);
  if (!tools_.spend(static_cast<std::uint64_t>(end - row))) end = row;
  if (row != rows.begin() && (row == rows.end() || row->address > part.begin)) --row;
  const std::size_t before = rows_.size();
  rows_.resize(before + static_cast<std::size_t>(end - row));
  std::ranges::transform(
      row, end, rows_.begin() + static_cast<std::ptrdiff_t>(before), [this](const dwarf::LineRow& from) {
        return CodeRow{from.address, 0, {file(from.file()), from.line}, from.is_statement()};
      });
  if (rows_.size() != before) rows_[before].address = std::max(rows_[before].address, part.begin);
}

auto RowMerger::first_inlined(dwarf::Range range) const {
  return std::ranges::upper_bound(inlined_, range.begin, {}, &dwarf::InlinedRange::end);
}

bool RowMerger::has_calls(dwarf::Range range) const {
  const auto first = first_inlined(range);
  return first != inlined_.end() && first->begin < range.end;
}

std::span<CodeRow> RowMerger::rows_with_calls(dwarf::Range range) {
  if (rows_.empty()) rows_.push_back({.address = range.begin});
  changes_.clear();
  for (auto inlined = first_inlined(range); inlined != inlined_.end() && inlined->begin < range.end;
       ++inlined) {
    const std::uint64_t begin = std::max(inlined->begin, range.begin);
    if (!changes_.empty() && changes_.back().first == begin)
      changes_.pop_back();  // from one call to the next
    changes_.emplace_back(begin, inlined->call);
    changes_.emplace_back(inlined->end, 0);
  }
  marked_.resize(rows_.size() + changes_.size());
  auto out = marked_.begin();
  auto change = changes_.begin();
  CodeRow current{.address = range.begin};
  const auto copy_at_changes_before = [&](std::uint64_t limit) {
    for (; change != changes_.end() && change->first < limit; ++change) {
      current.address = change->first;
      current.call = change->second;
      *out++ = current;
    }
  };
  for (const CodeRow& row : rows_) {
    copy_at_changes_before(row.address);
    for (; change != changes_.end() && change->first == row.address; ++change) current.call = change->second;
    const std::uint32_t call = current.call;
    current = row;
    current.call = call;
    *out++ = current;
  }
  copy_at_changes_before(range.end);
  marked_.resize(static_cast<std::size_t>(out - marked_.begin()));
  rows_.swap(marked_);
  return rows_;
}

index::FileKey RowMerger::new_file(std::uint32_t number) {
  const std::string path = lines_.path_of(number);
  return files_[number] = tools_.spend(path.size() / 16) ? draft_.file(path) : 0;
}

}  // namespace symkit::symbols
