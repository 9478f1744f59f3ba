#include "debug/symbols/unit_gatherer.h"

#include <algorithm>

#include "debug/symbols/atos_view.h"
#include "files/dwarf/declaration.h"

namespace symkit::symbols {

bool UnitGatherer::take(const dwarf::UnitHeader& header) {
  if (header.type == dwarf::DW_UT_type || header.type == dwarf::DW_UT_split_type) return true;
  if (!tools_.spend(header.end - header.offset)) return true;
  tools_.enter(header);
  const dwarf::Unit& own = unit_.emplace(tools_.sections(), header, tools_.table());
  const bool is_data_alone = !own.may_have_code();
  if (is_data_alone && (!draft_.particulars().keeps_variables || folded_ != nullptr)) return true;
  const dwarf::Unit* rest = own.is_skeleton() ? tools_.rest_of(own) : nullptr;
  lacks_rest_ = own.is_skeleton() && rest == nullptr;
  if (lacks_rest_) draft_.add_split_unit(own.split_file);
  merger_.enter(own);
  own_lines_.enter(merger_.lines(), draft_.has_columns());
  covered_.clear();
  origins_.clear();
  declared_.clear();
  if (rest == nullptr) {
    names_.enter(own);
  } else {
    names_.enter_split(*rest, tools_.units_of_rest());
  }
  walked_ = rest == nullptr ? &own : rest;
  // DWARF 2 does not say where a function has a cold part: see add_inlined_outside().
  walk_.restrict_to(header.encoding.version > 2 ? wanted_ : dwarf::Range{0, UINT64_MAX});
  has_deleted_ = false;
  if (is_data_alone) return add_variables(), true;
  return tools_.with_ranges(rest, [&](dwarf::RangeAllowance& allowance) {
    const bool whole = walk_.run(*walked_, allowance, names_.scopes(), *this);
    if (folded_ != nullptr) return whole;
    add_lines_without_function(allowance);
    note_folded();
    add_particulars();
    return whole;
  });
}

void UnitGatherer::take(const dwarf::Function& function) {
  if (!tools_.spend(function.ranges.size() + function.inlined.size())) return;
  if (folded_ != nullptr) return take_apart(function);
  parts_.clear();
  for (const dwarf::Range& range : function.ranges)
    if (const auto part = clip(range.begin, range.end)) parts_.push_back(*part);
  if (parts_.empty()) {
    has_deleted_ = has_deleted_ || !function.ranges.empty();
    return;
  }
  if (!is_wanted(function)) {
    covered_.insert(covered_.end(), parts_.begin(), parts_.end());
    return;
  }
  merger_.inline_into(function);
  add_inlined_outside();
  const index::NameKey its_name = name(function.entry, function.name);
  declare(function.entry, its_name);
  gather_inlined(function);
  for (std::size_t i = 0; i < parts_.size(); ++i) add_range(function, parts_[i], i != 0, its_name);
}

bool UnitGatherer::is_wanted(const dwarf::Function& function) const {
  const auto is_here = [this](const dwarf::Range& range) { return is_wanted(range.begin, range.end); };
  return std::ranges::any_of(function.ranges, is_here) ||
         std::ranges::any_of(function.inlined, [this](const dwarf::InlinedRange& inlined) {
           return is_wanted(inlined.begin, inlined.end);
         });
}

// A call without a return address belongs to deleted code, or is a tail call, which nothing returns to.
void UnitGatherer::add_call_sites(const dwarf::Function& function, dwarf::Range range) {
  if (!tools_.spend(function.call_sites.size())) return;
  for (const dwarf::CallSite& site : function.call_sites) {
    if (site.is_tail_call || site.returns_to <= range.begin || site.returns_to > range.end) continue;
    if (!site.callee.is_given()) {
      draft_.add_call_site(site.returns_to, 0, 0);
      continue;
    }
    const bool is_own = site.callee.is_own() && walked_ == &*unit_;
    draft_.add_call_site(site.returns_to, name_of_entry(site.callee),
                         is_own ? from_.first_unit + site.callee.offset : 0);
  }
}

void UnitGatherer::add_jumps(const dwarf::Function& function) {
  if (function.knows_tail_calls) draft_.mark_jumps_known();
  for (const dwarf::CallSite& site : function.call_sites)
    if (site.is_tail_call) draft_.add_jump(site.callee.is_given() ? name_of_entry(site.callee) : 0);
}

index::NameKey UnitGatherer::name_of_entry(const dwarf::EntryId& entry) {
  std::uint32_t& known = (entry.is_own() ? origins_ : shared_origins_)[entry.offset];
  if (known == 0) {
    dwarf::NameAttributes attributes;
    attributes.abstract_origin = entry;
    known = new_name(entry.offset, attributes) + 1;
  }
  return known - 1;
}

// Many calls share an origin and few entries add anything to it, so the origin's name is cached.
index::NameKey UnitGatherer::name(std::uint64_t entry, const dwarf::NameAttributes& attributes) {
  const dwarf::EntryId origin =
      attributes.abstract_origin.is_given() ? attributes.abstract_origin : attributes.specification;
  if (!origin.is_given() || attributes.linkage_name.is_given() || attributes.name.is_given())
    return new_name(entry, attributes);
  std::uint32_t& known = (origin.is_own() ? origins_ : shared_origins_)[origin.offset];
  if (known == 0) known = new_name(entry, attributes) + 1;
  return known - 1;
}

index::NameKey UnitGatherer::name(const dwarf::Function& function, const dwarf::InlinedCall& call) {
  if (call.origin == 0) return name(call.entry, function.name_of(call));
  return name_of_entry({dwarf::EntryId::own_file, call.origin});
}

index::NameKey UnitGatherer::new_name(std::uint64_t entry, const dwarf::NameAttributes& attributes) {
  const dwarf::Text text = names_.quick(entry, attributes);
  if (!text.is_given()) return 0;
  const index::NameKey key = key_of(text);
  return key != 0 ? key : draft_.name(affordable(names_.of(entry, attributes)));
}

// 0: it is empty, or too expensive.
index::NameKey UnitGatherer::key_of(const dwarf::Text& text) {
  return draft_.name_at(text.begin(), [&] { return affordable(text.read()); });
}

std::string_view UnitGatherer::affordable(std::string_view text) {
  return tools_.spend(text.size() / 16) ? text : std::string_view();
}

// DWARF 2 cannot express that a function has a cold part, but code inlined there shows it.
void UnitGatherer::add_inlined_outside() {
  const std::size_t said = parts_.size();
  reach_.assign(parts_.begin(), parts_.end());
  std::ranges::sort(reach_, {}, &dwarf::Range::begin);
  for (std::size_t i = 1; i < reach_.size(); ++i) reach_[i].end = std::max(reach_[i].end, reach_[i - 1].end);
  for (const dwarf::InlinedRange& inlined : merger_.inlined()) {
    const auto after = std::ranges::upper_bound(reach_, inlined.begin, {}, &dwarf::Range::begin);
    const bool is_inside = after != reach_.begin() && inlined.begin < std::prev(after)->end;
    const auto part = clip(inlined.begin, inlined.end);
    if (is_inside || !part) continue;
    if (parts_.size() > said && parts_.back().end == part->begin) {
      parts_.back().end = part->end;
    } else {
      parts_.push_back(*part);
    }
  }
}

void UnitGatherer::add_range(const dwarf::Function& function, dwarf::Range range, bool is_part,
                             index::NameKey its_name) {
  if (!tools_.spend(1)) return;
  go_to(range);
  draft_.begin_function(range.begin, range.end, its_name, index::Source::DebugInfo, unit_number(),
                        from_.first_unit + function.entry, is_part);
  covered_.push_back(range);
  std::span<CallChange> changes;
  std::size_t calls = 0;
  if (merger_.has_calls(range) && tools_.spend(function.calls.size() + merger_.inlined().size())) {
    changes = merger_.changes(range);
    calls = add_calls(function, range.end, changes);
  }
  add_rows(range, changes, calls);
  add_inlined_begins(range);
  draft_.end_function();
  if (is_folded_object_code(range)) draft_.mark_folded();
  add_call_sites(function, range);
  if (!is_part) add_jumps(function);
}

// Compilers describe many calls that have no code left: no address leads to them, so they are left out.
// The changes get the numbers of the remaining calls.
std::size_t UnitGatherer::add_calls(const dwarf::Function& function, std::uint64_t end,
                                    std::span<CallChange> changes) {
  numbers_.assign(function.calls.size() + 1, 0);
  for (const CallChange& change : changes)
    for (std::uint32_t call = change.address < end ? change.call : 0; call != 0 && numbers_[call] == 0;
         call = function.calls[call - 1].parent)
      numbers_[call] = 1;
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < function.calls.size(); ++i) {
    if (numbers_[i + 1] == 0) continue;
    numbers_[i + 1] = ++number;
    const dwarf::InlinedCall& call = function.calls[i];
    const index::NameKey its_name = name(function, call);
    declare(call.origin != 0 ? call.origin : call.entry, its_name);
    draft_.add_call(numbers_[call.parent], its_name, {merger_.file(call.call_file), call.call_line});
  }
  for (CallChange& change : changes) change.call = numbers_[change.call];
  return number;
}

void UnitGatherer::add_rows(dwarf::Range range, std::span<const CallChange> changes, std::size_t calls) {
  RowStream stream(draft_, AtosView(format_, calls, last_lines_), changes);
  const std::span<const RowPart> parts = merger_.parts(range);
  if (parts.empty() && changes.empty()) return;
  if (parts.empty()) stream.add(range.begin, {}, false);
  for (const RowPart& part : parts) {
    if (part.rows.empty()) stream.add(part.begin, {}, false);
    std::uint64_t count = 0;
    for (const dwarf::LineRow& row : part.rows) {
      if (row.address >= part.end) break;
      stream.add(std::max(row.address, part.begin), {merger_.file(row.file()), row.line}, row.is_statement());
      ++count;
    }
    if (!tools_.spend(count)) break;
  }
  stream.finish(range.end);
}

// Adds lines for code that the unit claims and none of its functions has. Elsewhere a line table is about
// padding. A skeleton has no functions, or only those with something inlined into them.
void UnitGatherer::add_lines_without_function(dwarf::RangeAllowance& allowance) {
  std::vector<dwarf::Range> claimed;
  dwarf::append_ranges(*unit_, {unit_->low_pc, unit_->high_pc, unit_->ranges}, allowance, claimed);
  if (claimed.empty())
    for (const dwarf::LineSequence& sequence : merger_.sequences())
      claimed.push_back({sequence.begin, sequence.end});
  std::ranges::sort(covered_, {}, &dwarf::Range::begin);
  merger_.inline_nothing();
  std::ranges::sort(claimed, {}, &dwarf::Range::begin);
  std::uint64_t done = 0;  // what is claimed twice is added only once
  for (const dwarf::Range& range : claimed) {
    if (from_.moved != nullptr) {
      add_lines_of_pieces({std::max(range.begin, done), range.end});
    } else if (const auto part = code_.clip(std::max(range.begin, done), range.end);
               part && tools_.spend(1)) {
      add_lines_outside_functions(*part);
    }
    done = std::max(done, range.end);
  }
}

// Pieces of an object file without a described function: assembly. In other pieces, what follows the
// function is padding, which a linker that rewrites debug information leaves out.
void UnitGatherer::add_lines_of_pieces(dwarf::Range claimed) {
  const auto& pieces = from_.moved->pieces();
  auto piece = std::ranges::upper_bound(pieces, claimed.begin, {}, &debuginfo::MovedPiece::end);
  for (; piece != pieces.end() && piece->begin < claimed.end && tools_.spend(1); ++piece) {
    const auto function = std::ranges::lower_bound(covered_, piece->begin, {}, &dwarf::Range::begin);
    const bool is_described = function != covered_.end() && function->begin < piece->end;
    if (!is_described && !piece->is_folded)
      add_lines_outside_functions({std::max(piece->begin, claimed.begin), std::min(piece->end, claimed.end)});
  }
}

// There are more lines for a range than functions that begin there, so the others were deleted; or
// functions that share it have different lines.
void UnitGatherer::note_folded() {
  if (from_.moved != nullptr) return;
  std::vector<dwarf::Range> ranges;
  const auto sequences = merger_.sequences();
  for (std::size_t i = 0, end = 0; i < sequences.size(); i = end) {
    const dwarf::Range range{sequences[i].begin, sequences[i].end};
    for (end = i + 1;
         end < sequences.size() && sequences[end].begin == range.begin && sequences[end].end == range.end;)
      ++end;
    if (!has_deleted_ && end - i < 2) continue;
    const auto here = std::ranges::equal_range(covered_, range.begin, {}, &dwarf::Range::begin);
    const auto functions = static_cast<std::size_t>(std::ranges::size(here));
    const auto differs = [&](const dwarf::LineSequence& other) {
      return !has_same_lines(merger_.lines(), sequences[i], other);
    };
    const bool is_shared =
        functions > 1 && std::ranges::any_of(sequences.subspan(i + 1, end - i - 1), differs);
    if ((has_deleted_ && end - i > functions) || is_shared) ranges.push_back(range);
  }
  if (!ranges.empty()) folded_units_.push_back({unit_->header(), std::move(ranges)});
}

// The lines that the function says are its own; null if it does not say.
const dwarf::LineSequence* UnitGatherer::lines_told_by(const dwarf::Function& function) {
  const auto begin = walked_ == &*unit_ ? dwarf::own_line_sequence(*unit_, function.entry) : std::nullopt;
  return !begin ? nullptr : own_lines_.beginning_at(*begin);
}

// A function with its own lines for a range that several functions share.
void UnitGatherer::take_apart(const dwarf::Function& function) {
  const bool is_deleted = std::ranges::none_of(function.ranges, [this](const dwarf::Range& range) {
    return clip(range.begin, range.end).has_value();
  });
  const index::NameKey its_name = name(function.entry, function.name);
  if (its_name == 0) return;
  const dwarf::LineSequence* own = lines_told_by(function);
  const auto place = is_deleted
                         ? folded_->place(function, draft_.names()[its_name - 1], merger_.sequences(), own)
                         : folded_->place_of_kept(function);
  if (!place) return;
  const std::uint32_t line = dwarf::declaration_line(*walked_, function.entry);
  merger_.take_lines_of(own != nullptr ? own : own_lines_.of(place->range, line));
  dwarf::Function whole = function;
  whole.ranges = std::span(&place->range, 1);
  whole.inlined = place->inlined;
  whole.call_sites = place->call_sites;
  whole.knows_tail_calls =
      function.knows_tail_calls && place->call_sites.size() == function.call_sites.size();
  merger_.inline_into(whole);
  const std::size_t before = draft_.functions().size();
  add_range(whole, place->range, false, its_name);
  if (draft_.functions().size() != before) draft_.mark_folded();
}

bool UnitGatherer::is_folded_object_code(const dwarf::Range& range) const {
  const debuginfo::MovedPiece* piece = moved_.at(range.begin);
  return piece != nullptr && piece->is_folded;
}

// From here on, everything added to the draft is moved as this code was.
void UnitGatherer::go_to(const dwarf::Range& range) {
  if (const debuginfo::MovedPiece* piece = moved_.at(range.begin)) draft_.move_by(piece->shift);
}

void UnitGatherer::add_lines_outside_functions(dwarf::Range range) {
  const auto source = lacks_rest_ ? index::Source::SplitLines : index::Source::LineTable;
  const auto add = [this, source](dwarf::Range gap) {
    if (gap.begin >= gap.end || !is_wanted(gap.begin, gap.end) || merger_.parts(gap).empty()) return;
    go_to(gap);
    draft_.begin_function(gap.begin, gap.end, 0, source, unit_number(), 0);
    add_rows(gap, {}, 0);
    draft_.end_function();
  };
  const std::size_t functions = covered_.size();
  auto function = std::ranges::upper_bound(covered_, range.begin, {}, &dwarf::Range::begin);
  if (function != covered_.begin()) --function;
  std::uint64_t at = range.begin;
  for (auto i = static_cast<std::size_t>(function - covered_.begin());
       i < functions && covered_[i].begin < range.end; ++i) {
    if (covered_[i].begin > at) add({at, covered_[i].begin});
    at = std::max(at, covered_[i].end);
  }
  if (at < range.end) add({at, range.end});
}

}  // namespace symkit::symbols
