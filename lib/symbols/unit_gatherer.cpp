#include "symbols/unit_gatherer.h"

#include <algorithm>

#include "symbols/paint.h"

namespace symkit::symbols {
namespace {

using index::DraftPlace;
using CodeRow = UnitGatherer::CodeRow;

// What atos says where rows differ: it takes the first of several rows at an address, and for a row that is
// no statement the statement before it. That holds within a run of rows of one inlined call: what stands
// before the run is other code. So is, in ELF, a row of another file at the same address: GCC marks calls
// there of which no code is left; in Mach-O atos itself is followed. Line 0 is no place.
class AtosView {
 public:
  // `lines`: memory for the calls' last places with a line.
  AtosView(container::Format format, std::size_t calls, std::vector<DraftPlace>& lines)
      : first_of_any_file_(format == container::Format::MachO), lines_(lines) {
    lines_.assign(calls + 1, DraftPlace{});
  }

  DraftPlace place_at(std::span<const CodeRow> rows) {
    const CodeRow& last = rows.back();
    const bool begins = last.call != call_;
    if (begins) statement_ = {};
    const bool same_file = rows.front().place.file == last.place.file;
    const bool first_counts = !begins && (same_file || first_of_any_file_);
    const CodeRow& row = first_counts ? rows.front() : last;
    DraftPlace place = row.place;
    if (!row.is_statement && statement_.line != 0) place = statement_;
    if (place.line == 0) place = lines_[last.call];
    for (const CodeRow& seen : rows)
      if (seen.is_statement && seen.place.line != 0 && (first_counts || &seen == &last))
        statement_ = seen.place;
    if (last.place.line != 0) lines_[last.call] = last.place;
    call_ = last.call;
    return place;
  }

 private:
  bool first_of_any_file_;
  std::uint32_t call_ = 0;
  DraftPlace statement_;  // the last in the present run
  std::vector<DraftPlace>& lines_;
};

}  // namespace

bool UnitGatherer::take(const dwarf::UnitHeader& header) {
  if (header.type == dwarf::DW_UT_type || header.type == dwarf::DW_UT_split_type) return true;
  if (!tools_.spend(header.end - header.offset)) return true;
  tools_.enter(header);
  const dwarf::Unit& unit = unit_.emplace(tools_.sections(), header, tools_.table());
  if (!unit.has_code && !tools_.table().has_functions_with_code()) return true;
  if (unit.is_skeleton()) split_files_.push_back(unit.split_file);
  read_lines(unit);
  covered_.clear();
  names_.enter(unit);
  origins_.clear();
  return tools_.with_ranges([&](dwarf::RangeAllowance& allowance) {
    const bool whole = walk_.run(unit, allowance, names_.scopes(), *this);
    add_lines_without_function(allowance);
    return whole;
  });
}

// What was deleted keeps its lines, at address 0 or at the very top: they are not to be found for anything
// else.
void UnitGatherer::read_lines(const dwarf::Unit& unit) {
  lines_.clear();
  if (unit.line_program) lines_.read(unit, *unit.line_program);
  tools_.spend(lines_.size());
  lines_.keep_sequences(
      [this](const dwarf::LineSequence& s) { return code_.clip(s.begin, s.end).has_value(); });
  files_.assign(lines_.file_limit(), unknown_file);
}

void UnitGatherer::take(const dwarf::Function& function) {
  if (!tools_.spend(function.ranges.size() + function.inlined.size())) return;
  parts_.clear();
  for (const dwarf::Range& range : function.ranges)
    if (const auto part = code_.clip(range.begin, range.end)) parts_.push_back(*part);
  if (parts_.empty()) return;
  flatten_inlined(function);
  add_inlined_outside();
  const index::NameKey its_name = name(function.entry, function.name);
  for (std::size_t i = 0; i < parts_.size(); ++i) add_range(function, parts_[i], i != 0, its_name);
}

// Many calls share an origin and few entries have more to say, so what is remembered is the origin's name.
index::NameKey UnitGatherer::name(std::uint64_t entry, const dwarf::NameAttributes& attributes) {
  const dwarf::EntryId origin =
      attributes.abstract_origin.is_given() ? attributes.abstract_origin : attributes.specification;
  const bool is_known_by_origin = origin.is_given() && origin.is_own();
  if (!is_known_by_origin || attributes.linkage_name.is_given() || attributes.name.is_given())
    return new_name(entry, attributes);
  std::uint32_t& known = origins_[origin.offset];
  if (known == 0) known = new_name(entry, attributes) + 1;
  return known - 1;
}

index::NameKey UnitGatherer::new_name(std::uint64_t entry, const dwarf::NameAttributes& attributes) {
  const dwarf::Text text = names_.quick(entry, attributes);
  if (!text.is_given()) return 0;
  const auto affordable = [&](std::string_view whole) {
    return tools_.spend(whole.size() / 16) ? whole : std::string_view();
  };
  const index::NameKey key = draft_.name_at(text.begin(), [&] { return affordable(text.read()); });
  return key != 0 ? key : draft_.name(affordable(names_.of(entry, attributes)));
}

// DWARF 2 has no way to say that a function has a cold part; what was inlined there still tells.
void UnitGatherer::add_inlined_outside() {
  const std::size_t said = parts_.size();
  reach_.assign(parts_.begin(), parts_.end());
  std::ranges::sort(reach_, {}, &debuginfo::CodeRange::begin);
  for (std::size_t i = 1; i < reach_.size(); ++i) reach_[i].end = std::max(reach_[i].end, reach_[i - 1].end);
  for (const Segment& segment : segments_) {
    const auto after = std::ranges::upper_bound(reach_, segment.begin, {}, &debuginfo::CodeRange::begin);
    const bool is_inside = after != reach_.begin() && segment.begin < std::prev(after)->end;
    const auto part = code_.clip(segment.begin + code_.text_base(), segment.end + code_.text_base());
    if (is_inside || !part) continue;
    if (parts_.size() > said && parts_.back().end == part->begin) {
      parts_.back().end = part->end;
    } else {
      parts_.push_back(*part);
    }
  }
}

void UnitGatherer::add_range(const dwarf::Function& function, debuginfo::CodeRange range, bool is_part,
                             index::NameKey its_name) {
  if (!tools_.spend(1)) return;
  draft_.begin_function(range.begin, range.end, its_name, index::Source::DebugInfo, unit_->header().offset,
                        function.entry, is_part);
  covered_.push_back(range);
  collect_rows(range);
  calls_left_ = 0;
  const auto first = std::ranges::upper_bound(segments_, range.begin, {}, &Segment::end);
  const bool has_calls = first != segments_.end() && first->begin < range.end;
  if (has_calls && tools_.spend(function.calls.size() + segments_.size())) {
    mark_calls(range);
    add_calls(function);
  }
  add_rows(calls_left_);
  draft_.end_function();
}

// Compilers describe many calls of which no code is left: no address leads to them, and they are left out.
void UnitGatherer::add_calls(const dwarf::Function& function) {
  numbers_.assign(function.calls.size() + 1, 0);
  for (const CodeRow& row : rows_)
    for (std::uint32_t call = row.call; call != 0 && numbers_[call] == 0;
         call = function.calls[call - 1].parent)
      numbers_[call] = 1;
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < function.calls.size(); ++i) {
    if (numbers_[i + 1] == 0) continue;
    numbers_[i + 1] = ++number;
    const dwarf::InlinedCall& call = function.calls[i];
    draft_.add_call(numbers_[call.parent], name(call.entry, call.name),
                    {file(call.call_file), call.call_line});
  }
  for (CodeRow& row : rows_) row.call = numbers_[row.call];
  calls_left_ = number;
}

void UnitGatherer::flatten_inlined(const dwarf::Function& function) {
  segments_.clear();
  const std::uint64_t base = code_.text_base();
  inlined_.clear();
  for (const dwarf::InlinedRange& range : function.inlined)
    if (range.begin >= base) inlined_.push_back({range.begin - base, range.end - base, range.call});
  if (!std::ranges::is_sorted(inlined_, {}, &dwarf::InlinedRange::begin))
    std::ranges::stable_sort(inlined_, {}, &dwarf::InlinedRange::begin);
  paint(
      std::span<const dwarf::InlinedRange>(inlined_),
      [](const dwarf::InlinedRange& a, const dwarf::InlinedRange& b) {
        return a.begin != b.begin ? a.begin > b.begin : a.call > b.call;
      },
      [this](std::uint64_t begin, std::uint64_t end, const dwarf::InlinedRange& range) {
        segments_.push_back({begin, end, range.call});
      });
}

// The line table's rows for a range, the first moved to the range's begin. Where no sequence covers it, a row
// without file and line stands.
void UnitGatherer::collect_rows(debuginfo::CodeRange range) {
  rows_.clear();
  const std::uint64_t base = code_.text_base();
  const auto& sequences = lines_.sequences();
  std::uint64_t at = range.begin;
  while (at < range.end) {
    const auto sequence = std::ranges::upper_bound(sequences, at + base, {}, &dwarf::LineSequence::end);
    if (sequence == sequences.end() || sequence->begin >= range.end + base) break;
    if (sequence->begin > at + base) {
      rows_.push_back({.address = at});
      at = sequence->begin - base;
    }
    const std::uint64_t end = std::min(range.end, sequence->end - base);
    collect_from(*sequence, {at, end});
    at = end;
  }
  if (at < range.end && !rows_.empty()) rows_.push_back({.address = at});
}

void UnitGatherer::collect_from(const dwarf::LineSequence& sequence, debuginfo::CodeRange part) {
  const std::uint64_t base = code_.text_base();
  const auto rows = lines_.rows(sequence);
  auto row = std::ranges::lower_bound(rows, part.begin + base, {}, &dwarf::LineRow::address);
  auto end = std::ranges::lower_bound(row, rows.end(), part.end + base, {}, &dwarf::LineRow::address);
  if (!tools_.spend(static_cast<std::uint64_t>(end - row))) end = row;
  if (row != rows.begin() && (row == rows.end() || row->address > part.begin + base)) --row;
  const std::size_t before = rows_.size();
  rows_.resize(before + static_cast<std::size_t>(end - row));
  std::ranges::transform(row, end, rows_.begin() + static_cast<std::ptrdiff_t>(before),
                         [this, base](const dwarf::LineRow& from) {
                           return CodeRow{
                               from.address - base, 0, {file(from.file()), from.line}, from.is_statement()};
                         });
  if (rows_.size() != before) rows_[before].address = std::max(rows_[before].address, part.begin);
}

// Gives every row the call that its code was inlined from, with a row more wherever that changes between two.
void UnitGatherer::mark_calls(debuginfo::CodeRange range) {
  if (rows_.empty()) rows_.push_back({.address = range.begin});
  changes_.clear();
  for (auto segment = std::ranges::upper_bound(segments_, range.begin, {}, &Segment::end);
       segment != segments_.end() && segment->begin < range.end; ++segment) {
    const std::uint64_t begin = std::max(segment->begin, range.begin);
    if (!changes_.empty() && changes_.back().first == begin)
      changes_.pop_back();  // from one call to the next
    changes_.emplace_back(begin, segment->call);
    changes_.emplace_back(segment->end, 0);
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
}

// One row for each address at which an answer changes.
void UnitGatherer::add_rows(std::size_t calls) {
  AtosView atos(format_, calls, last_lines_);
  draft_.make_room_for_rows(rows_.size());
  bool any = false;
  index::DraftRow before;
  for (std::size_t i = 0; i < rows_.size();) {
    std::size_t end = i + 1;
    while (end < rows_.size() && rows_[end].address == rows_[i].address) ++end;
    const auto here = std::span<const CodeRow>(rows_).subspan(i, end - i);
    const CodeRow& last = here.back();
    const index::DraftRow row{last.address, last.call, last.place, atos.place_at(here)};
    if (!any || row.call != before.call || row.place != before.place || row.atos_place != before.atos_place)
      draft_.add_row(row);
    any = true;
    before = row;
    i = end;
  }
}

// Where the unit says that it has code and no function of it is. Elsewhere a line table speaks of padding. A
// skeleton has no functions, or those alone into which something was inlined.
void UnitGatherer::add_lines_without_function(dwarf::RangeAllowance& allowance) {
  std::vector<dwarf::Range> claimed;
  dwarf::append_ranges(*unit_, {unit_->low_pc, unit_->high_pc, unit_->ranges}, allowance, claimed);
  if (claimed.empty())
    for (const dwarf::LineSequence& sequence : lines_.sequences())
      claimed.push_back({sequence.begin, sequence.end});
  std::ranges::sort(covered_, {}, &debuginfo::CodeRange::begin);
  segments_.clear();
  std::ranges::sort(claimed, {}, &dwarf::Range::begin);
  std::uint64_t done = 0;  // what is claimed twice is added once
  for (const dwarf::Range& range : claimed) {
    const auto part = code_.clip(std::max(range.begin, done), range.end);
    if (part && tools_.spend(1)) add_lines_outside_functions(*part);
    done = std::max(done, range.end);
  }
}

void UnitGatherer::add_lines_outside_functions(debuginfo::CodeRange range) {
  const auto source = unit_->is_skeleton() ? index::Source::SplitLines : index::Source::LineTable;
  const auto add = [this, source](debuginfo::CodeRange gap) {
    collect_rows(gap);
    if (gap.begin >= gap.end || rows_.empty()) return;
    draft_.begin_function(gap.begin, gap.end, 0, source, unit_->header().offset, 0);
    add_rows(0);
    draft_.end_function();
  };
  const std::size_t functions = covered_.size();
  auto function = std::ranges::upper_bound(covered_, range.begin, {}, &debuginfo::CodeRange::begin);
  if (function != covered_.begin()) --function;
  std::uint64_t at = range.begin;
  for (auto i = static_cast<std::size_t>(function - covered_.begin());
       i < functions && covered_[i].begin < range.end; ++i) {
    if (covered_[i].begin > at) add({at, covered_[i].begin});
    at = std::max(at, covered_[i].end);
  }
  if (at < range.end) add({at, range.end});
}

index::FileKey UnitGatherer::new_file(std::uint32_t number) {
  const std::string path = lines_.path_of(number);
  return files_[number] = tools_.spend(path.size() / 16) ? draft_.file(path) : 0;
}

}  // namespace symkit::symbols
