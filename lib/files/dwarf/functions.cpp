#include "files/dwarf/functions.h"

#include <algorithm>
#include <utility>

namespace symkit::dwarf {
namespace {

bool is_c(std::uint16_t language) {
  return language == DW_LANG_C || language == DW_LANG_C89 || language == DW_LANG_C99 ||
         language == DW_LANG_C11 || language == DW_LANG_C17;
}

EntryId target_of(const Value& value) {
  switch (value.kind) {
    case Value::Kind::Reference: return {EntryId::own_file, value.number};
    case Value::Kind::Supplementary: return {EntryId::supplementary_file, value.number};
    default: return {};
  }
}

CodeAttributes code_of(const EntryFields& fields) {
  return {fields[Field::LowPc], fields[Field::HighPc], fields[Field::Ranges]};
}

template <class T>
std::span<const T> part(const std::vector<T>& all, std::size_t first, std::size_t end) {
  return std::span(all).subspan(first, end - first);
}

// Moves the elements from `first` on to the end of another list.
template <class T>
void move_tail(std::vector<T>& from, std::size_t first, std::vector<T>& to) {
  to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(first), from.end());
  from.resize(first);
}

// The entry's fields, if it is plain and all bytes are there.
const std::uint8_t* plain_fields(const Cursor& at, const PlainEntry& plain) {
  const Bytes rest = at.rest();
  return rest.size() < plain.size + PlainEntry::slack ? nullptr : rest.data();
}

}  // namespace

NameAttributes::NameAttributes(const EntryFields& fields)
    : linkage_name(fields[Field::LinkageName].text),
      name(fields[Field::Name].text),
      specification(target_of(fields[Field::Specification])),
      abstract_origin(target_of(fields[Field::AbstractOrigin])) {}

void FunctionWalk::Body::clear() {
  ranges.clear();
  calls.clear();
  call_names.clear();
  inlined.clear();
  call_sites.clear();
}

bool FunctionWalk::run(const Unit& unit, RangeAllowance& allowance, Scopes& scopes, FunctionSink& sink) {
  unit_ = &unit;
  allowance_ = &allowance;
  scopes_ = &scopes;
  scopes.clear();
  classes_hold_no_code_ = is_c(unit.language);
  composes_names_ = unit.composes_names();
  levels_.clear();
  open_.clear();
  closed_.clear();
  nested_.clear();
  for (const auto& body : bodies_) body->clear();
  const bool whole = walk();
  scopes.complete();
  hand_over(sink);
  return whole;
}

// Moves to the next sibling, given by a DW_FORM_ref4 after `bytes`. Only forward and within the unit: a
// wrong one is not followed.
[[gnu::always_inline]] inline bool FunctionWalk::go_to_sibling(Cursor& at, std::uint32_t bytes) const {
  Cursor there = at;
  there.skip(bytes);
  const std::uint64_t sibling = unit_->header().offset + there.u32();
  if (there.failed() || sibling < there.offset() || sibling >= unit_->header().end) return false;
  at.seek(sibling);
  return true;
}

// The origin of a plain call, in the unit's own file; 0: none.
[[gnu::always_inline]] inline std::uint64_t FunctionWalk::origin_of(const PlainEntry& plain,
                                                                    const std::uint8_t* fields) const {
  const UnitHeader& unit = unit_->header();
  const std::uint64_t origin = plain.read(Field::AbstractOrigin, fields);
  return origin == 0 || origin >= unit.end - unit.offset ? 0 : unit.offset + origin;
}

// Reads an inlined call as written by GCC. False, with no change, if it has another form.
[[gnu::always_inline]] inline bool FunctionWalk::take_plain_inlined(Cursor& at, std::uint64_t entry,
                                                                    const Abbreviation& abbreviation) {
  const PlainEntry& plain = table_->plain(abbreviation);
  const std::uint8_t* fields = plain_fields(at, plain);
  if (fields == nullptr || levels_.empty() || levels_.size() >= deepest_nesting) return false;
  Level level = levels_.back();
  if (!level.in_function) return false;
  Body& into = body();
  into.calls.push_back(
      {.parent = level.call,
       .call_file = static_cast<std::uint32_t>(plain.read(Field::CallFile, fields)),
       .call_line = call_place(plain.read(Field::CallLine, fields), plain.read(Field::CallColumn, fields)),
       .entry = entry,
       .origin = origin_of(plain, fields)});
  level.call = static_cast<std::uint32_t>(into.calls.size() - open_.back().first.calls);
  if (plain.has(Field::LowPc) && plain.has(Field::HighPc)) {
    const std::uint64_t begin = plain.read(Field::LowPc, fields);
    const std::uint64_t end = begin + plain.read(Field::HighPc, fields);
    if (begin < end) into.inlined.push_back({begin, end, level.call, true});
  } else if (plain.has(Field::Ranges)) {
    add_inlined({{}, {}, {Value::Kind::Number, plain.read(Field::Ranges, fields), {}}}, level.call);
  }
  at.skip(plain.size);
  if (abbreviation.has_children) {
    level.is_function = level.is_scope = false;
    levels_.push_back(level);
  }
  return true;
}

// Reads a call as written by GCC, with what is below it. False, with no change, if it has another form.
bool FunctionWalk::take_plain_call(Cursor& at, const Abbreviation& abbreviation) {
  if (!abbreviation.is_plain || levels_.empty() || !levels_.back().in_function) return false;
  const PlainEntry& plain = table_->plain(abbreviation);
  const std::uint8_t* fields = plain_fields(at, plain);
  if (fields == nullptr) return false;
  if (!abbreviation.has_children) {
    at.skip(plain.size);
  } else if (!abbreviation.has_sibling || abbreviation.sibling_form != DW_FORM_ref4 ||
             !go_to_sibling(at, abbreviation.sibling_offset)) {
    return false;
  }
  body().call_sites.push_back({.returns_to = plain.read(Field::LowPc, fields),
                               .callee = {EntryId::own_file, origin_of(plain, fields)},
                               .call = levels_.back().call,
                               .is_tail_call = abbreviation.is_tail_call});
  return true;
}

// A block, or a type with members: its children are examined.
[[gnu::always_inline]] inline bool FunctionWalk::open_plainly(Cursor& at, std::uint32_t bytes) {
  if (levels_.empty() || levels_.size() >= deepest_nesting) return false;
  Level level = levels_.back();
  level.is_function = level.is_scope = false;
  at.skip(bytes);
  levels_.push_back(level);
  return true;
}

// Skips an entry that can be skipped quickly. False, with no change, for other entries.
[[gnu::always_inline]] inline bool FunctionWalk::pass_over(Cursor& at, std::uint64_t entry,
                                                           std::uint64_t code) {
  using Kind = QuickStep::Kind;
  const QuickStep step = table_->quick(static_cast<std::size_t>(code));
  switch (step.kind) {
    case Kind::None: return false;
    case Kind::Inlined: return take_plain_inlined(at, entry, *table_->find(code));
    case Kind::Opened: return open_plainly(at, step.bytes);
    case Kind::CallSite:
      if (collects_call_sites_) return take_plain_call(at, *table_->find(code));
      [[fallthrough]];
    case Kind::Fixed: at.skip(step.bytes); return true;
    case Kind::CallSiteSteps:
      if (collects_call_sites_) return take_plain_call(at, *table_->find(code));
      [[fallthrough]];
    case Kind::Steps: table_->skip(*table_->find(code), at); return true;
    case Kind::CallSiteBarren:
      if (collects_call_sites_) return take_plain_call(at, *table_->find(code));
      break;
    case Kind::BarrenClass:
      if (!classes_hold_no_code_) return false;
      [[fallthrough]];
    case Kind::Barren: break;
  }
  return go_to_sibling(at, step.bytes);
}

inline void FunctionWalk::leave(const Cursor& at) {
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.is_function) close_function();
  if (level.is_scope) scopes_->close(level.scope, at.offset());
}

// Nearly all entries are skipped: for these the loop only finds the next one.
bool FunctionWalk::walk() {
  const AbbreviationTable& table = unit_->abbreviations();
  table_ = &table;
  const std::size_t dense = table.dense_codes();
  Cursor at = unit_->cursor_at(unit_->header().first_entry);
  if (at.at_end()) return true;
  do {
    const std::uint64_t entry = at.offset();
    const std::uint64_t code = at.uleb();
    if (code < dense && pass_over(at, entry, code)) continue;
    if (code == 0) {
      if (levels_.empty() || at.failed()) return false;
      leave(at);
      continue;
    }
    const Abbreviation* abbreviation = table.find(code);
    if (abbreviation == nullptr || !enter(at, entry, *abbreviation)) return false;
  } while (!levels_.empty() && !at.at_end());
  if (at.failed()) return false;
  while (!levels_.empty()) leave(at);
  return true;
}

bool FunctionWalk::enter(Cursor& at, std::uint64_t entry, const Abbreviation& abbreviation) {
  Level level = levels_.empty() ? Level{} : levels_.back();
  level.is_function = false;
  level.is_scope = false;
  if (abbreviation.role == EntryRole::Function && abbreviation.has_code) {
    open_function(at, entry, abbreviation);
    level.call = 0;
    level.is_function = true;
    level.in_function = is_wanted(open_.back());
    if (!abbreviation.has_children) close_function();
  } else if (abbreviation.role == EntryRole::Inlined && level.in_function) {
    level.call = add_call(at, entry, abbreviation, level.call);
  } else if (abbreviation.role == EntryRole::CallSite && collects_call_sites_ && level.in_function) {
    add_call_site(at, abbreviation, level.call);
  } else {
    if (abbreviation.role == EntryRole::Function) level.in_function = false;
    if (skip_with_children(at, abbreviation)) return !at.failed();
    if (abbreviation.role == EntryRole::Scope && abbreviation.has_children && composes_names_) {
      level.scope = scopes_->open(entry, unit_->header().end, level.scope);
      level.is_scope = true;
    }
  }
  if (abbreviation.has_children) levels_.push_back(level);
  return !at.failed() && levels_.size() <= deepest_nesting;
}

// Skips an entry; if it gives its next sibling and there is nothing relevant before that, skips to it.
bool FunctionWalk::skip_with_children(Cursor& at, const Abbreviation& abbreviation) const {
  const bool barren = abbreviation.role == EntryRole::Barren || abbreviation.role == EntryRole::CallSite ||
                      (abbreviation.role == EntryRole::Scope && classes_hold_no_code_) ||
                      (abbreviation.role == EntryRole::Function && abbreviation.is_declaration);
  if (!barren || !abbreviation.has_children || !abbreviation.has_sibling) {
    unit_->abbreviations().skip(abbreviation, at);
    return false;
  }
  Cursor there = at;
  there.skip(abbreviation.sibling_offset);
  const Value sibling = unit_->read(there, {DW_AT_sibling, abbreviation.sibling_form, 0});
  // Only forward and within the unit: a wrong sibling is not followed.
  const bool is_ahead = sibling.kind == Value::Kind::Reference && sibling.number >= there.offset() &&
                        sibling.number < unit_->header().end;
  if (!is_ahead || there.failed()) {
    unit_->abbreviations().skip(abbreviation, at);
    return false;
  }
  at.seek(sibling.number);
  return true;
}

void FunctionWalk::open_function(Cursor& at, std::uint64_t entry, const Abbreviation& abbreviation) {
  EntryFields fields;
  unit_->read_fields(at, abbreviation, fields);
  open_.push_back({.entry = entry,
                   .name = NameAttributes(fields),
                   .first = {},
                   .end = {},
                   .knows_tail_calls = abbreviation.knows_tail_calls});
  if (bodies_.size() < open_.size()) bodies_.push_back(std::make_unique<Body>());
  open_.back().first = end_of(body());
  append_ranges(*unit_, code_of(fields), *allowance_, body().ranges);
}

bool FunctionWalk::is_wanted(const Found& function) const {
  const std::span<const Range> ranges = part(body().ranges, function.first.ranges, body().ranges.size());
  return ranges.empty() || std::ranges::any_of(ranges, [this](const Range& range) {
           return range.begin < wanted_.end && wanted_.begin < range.end;
         });
}

std::uint32_t FunctionWalk::add_call(Cursor& at, std::uint64_t entry, const Abbreviation& abbreviation,
                                     std::uint32_t parent) {
  EntryFields fields;
  unit_->read_fields(at, abbreviation, fields);
  Body& into = body();
  const Extent& first = open_.back().first;
  InlinedCall call{.parent = parent,
                   .call_file = static_cast<std::uint32_t>(fields[Field::CallFile].number),
                   .call_line = call_place(fields[Field::CallLine].number, fields[Field::CallColumn].number),
                   .entry = entry};
  const NameAttributes name(fields);
  if (name.says_origin_only()) {
    call.origin = name.abstract_origin.offset;
  } else {
    into.call_names.push_back(name);
    call.name = static_cast<std::uint32_t>(into.call_names.size() - first.call_names);
  }
  into.calls.push_back(call);
  const auto number = static_cast<std::uint32_t>(into.calls.size() - first.calls);
  add_inlined(code_of(fields), number);
  return number;
}

void FunctionWalk::add_inlined(const CodeAttributes& code, std::uint32_t call) {
  ranges_.clear();
  append_ranges(*unit_, code, *allowance_, ranges_);
  std::vector<InlinedRange>& inlined = body().inlined;
  const std::size_t first = inlined.size();
  inlined.resize(first + ranges_.size());
  const bool is_all = code.low_pc.kind != Value::Kind::None;
  std::ranges::transform(
      ranges_, inlined.begin() + static_cast<std::ptrdiff_t>(first),
      [=](const Range& range) { return InlinedRange{range.begin, range.end, call, is_all}; });
}

void FunctionWalk::add_call_site(Cursor& at, const Abbreviation& abbreviation, std::uint32_t call) {
  EntryFields fields;
  unit_->read_fields(at, abbreviation, fields);
  body().call_sites.push_back({.returns_to = unit_->address(fields[Field::LowPc]).value_or(0),
                               .callee = target_of(fields[Field::AbstractOrigin]),
                               .call = call,
                               .is_tail_call = abbreviation.is_tail_call});
}

void FunctionWalk::close_function() {
  Found function = open_.back();
  Body& own = body();
  if (open_.size() > 1) {
    const Extent first = std::exchange(function.first, end_of(nested_));
    move_tail(own.ranges, first.ranges, nested_.ranges);
    move_tail(own.calls, first.calls, nested_.calls);
    move_tail(own.call_names, first.call_names, nested_.call_names);
    move_tail(own.inlined, first.inlined, nested_.inlined);
    move_tail(own.call_sites, first.call_sites, nested_.call_sites);
    function.is_nested = true;
  }
  function.end = end_of(function.is_nested ? nested_ : own);
  open_.pop_back();
  if (function.first.ranges != function.end.ranges) closed_.push_back(function);
}

void FunctionWalk::hand_over(FunctionSink& sink) const {
  for (const Found& found : closed_) {
    const Body& from = found.is_nested ? nested_ : *bodies_.front();
    sink.take({.entry = found.entry,
               .name = found.name,
               .ranges = part(from.ranges, found.first.ranges, found.end.ranges),
               .calls = part(from.calls, found.first.calls, found.end.calls),
               .inlined = part(from.inlined, found.first.inlined, found.end.inlined),
               .call_names = part(from.call_names, found.first.call_names, found.end.call_names),
               .call_sites = part(from.call_sites, found.first.call_sites, found.end.call_sites),
               .knows_tail_calls = found.knows_tail_calls});
  }
}

}  // namespace symkit::dwarf
