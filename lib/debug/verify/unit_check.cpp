#include "debug/verify/unit_check.h"

#include <algorithm>
#include <array>

#include "debug/verify/teller.h"
#include "files/dwarf/scopes.h"
#include "ground/base/words.h"

namespace symkit::verify {
namespace {

using dwarf::Value;

bool is_unit_tag(std::uint16_t tag) {
  constexpr std::array tags = {dwarf::DW_TAG_compile_unit, dwarf::DW_TAG_partial_unit,
                               dwarf::DW_TAG_type_unit, dwarf::DW_TAG_skeleton_unit};
  return std::ranges::find(tags, tag) != tags.end();
}

bool is_known_unit_type(dwarf::UnitType type) {
  return type >= dwarf::DW_UT_compile && type <= dwarf::DW_UT_split_type;
}

bool is_function_or_call(const dwarf::Abbreviation& abbreviation) {
  return abbreviation.role == dwarf::EntryRole::Function || abbreviation.role == dwarf::EntryRole::Inlined;
}

bool is_reference(dwarf::Form form) {
  return form == dwarf::DW_FORM_ref_addr || (form >= dwarf::DW_FORM_ref1 && form <= dwarf::DW_FORM_ref_udata);
}

// The name of a common attribute: "DW_AT_name".
std::string text_of(dwarf::Attribute attribute) {
  struct Named {
    dwarf::Attribute attribute;
    std::string_view name;
  };
  constexpr std::array names = {
      Named{dwarf::DW_AT_name, "name"},
      Named{dwarf::DW_AT_linkage_name, "linkage_name"},
      Named{dwarf::DW_AT_abstract_origin, "abstract_origin"},
      Named{dwarf::DW_AT_specification, "specification"},
      Named{dwarf::DW_AT_sibling, "sibling"},
      Named{dwarf::DW_AT_type, "type"},
      Named{dwarf::DW_AT_low_pc, "low_pc"},
      Named{dwarf::DW_AT_high_pc, "high_pc"},
      Named{dwarf::DW_AT_ranges, "ranges"},
      Named{dwarf::DW_AT_comp_dir, "comp_dir"},
      Named{dwarf::DW_AT_producer, "producer"},
      Named{dwarf::DW_AT_decl_file, "decl_file"},
      Named{dwarf::DW_AT_call_file, "call_file"},
  };
  const auto* const known = std::ranges::find(names, attribute, &Named::attribute);
  return known == names.end() ? say("attribute ", hex(attribute)) : say("DW_AT_", known->name);
}

std::uint64_t behind_last_nul(Bytes section) {
  return as_text(section).rfind('\0') + 1;  // none: npos + 1 is 0
}

}  // namespace

UnitCheck::UnitCheck(debuginfo::Units& units, Shared& shared)
    : shared_(&shared),
      tools_(units),
      spans_(
          [this](Kind kind, std::uint64_t entry, std::string what) { report(kind, entry, std::move(what)); }),
      line_text_end_(behind_last_nul(shared.sections.line_str)) {}

void UnitCheck::report(Kind kind, std::optional<std::uint64_t> entry, std::string what, bool is_shared) {
  constexpr std::size_t longest_name = 1024;
  findings_.add({.kind = kind,
                 .unit = own_offset_,
                 .unit_name = say(unit_->name.substr(0, longest_name), in_file_),
                 .entry = entry,
                 .what = std::move(what),
                 .is_shared = is_shared});
}

bool UnitCheck::take(const dwarf::UnitHeader& header) {
  if (!tools_.spend(header.end - header.offset)) {
    unread_.push_back({header.offset, header.end});
    return true;
  }
  const bool is_new_table = tools_.enter(header);
  unit_.emplace(shared_->sections, header, tools_.table());
  ++amounts_.units;
  own_offset_ = header.offset;
  know_texts();
  check_lines();
  check_unit(header, is_new_table);
  if (unit_->is_skeleton()) check_rest();
  return true;
}

// A split unit is checked as if it were part of this one: references point to its own entries.
void UnitCheck::check_rest() {
  ++amounts_.split_units;
  in_file_ = say(" in ", unit_->split_file);
  if (const dwarf::Unit* rest = tools_.rest_of(*unit_)) {
    unit_.emplace(*rest);
    check_elsewhere(rest->header(), true);
  } else {
    ++amounts_.missing_units;
  }
  in_file_.clear();
}

bool UnitCheck::take_alone(const dwarf::Sections& sections, const dwarf::UnitHeader& header) {
  if (!tools_.spend(header.end - header.offset)) return true;
  is_alone_ = true;
  const bool is_new_table = tools_.enter(header);
  unit_.emplace(sections, header, tools_.table());
  ++amounts_.units;
  own_offset_ = header.offset;
  check_elsewhere(header, is_new_table);
  return true;
}

// A unit outside the image's .debug_info.
void UnitCheck::check_elsewhere(const dwarf::UnitHeader& header, bool is_new_table) {
  Shared* const all = shared_;
  Shared its(*unit_, all->code);
  shared_ = &its;
  know_texts();
  check_unit(header, is_new_table);
  shared_ = all;
}

// Finds the end of the last text that has a terminator.
void UnitCheck::know_texts() {
  if (texts_of_ == shared_->sections.str.data()) return;
  texts_of_ = shared_->sections.str.data();
  text_end_ = behind_last_nul(shared_->sections.str);
}

void UnitCheck::check_unit(const dwarf::UnitHeader& header, bool is_new_table) {
  if (!is_known_unit_type(header.type))
    report(Kind::UnitHeader, {},
           say("its type is ", static_cast<unsigned>(header.type), ", which is not defined"));
  if (header.abbrev_offset >= shared_->sections.abbrev.size()) {
    note_unread({header.offset, header.end});
    return report(Kind::UnitHeader, {},
                  say("its abbreviations at ", hex(header.abbrev_offset), " are outside of .debug_abbrev"));
  }
  if (is_new_table) check_abbreviations(header);
  const auto read_to = tools_.with_ranges(&*unit_, [this](dwarf::RangeAllowance& allowance) {
    allowance_ = &allowance;
    return walk();
  });
  const dwarf::Range broken = read_to ? dwarf::Range{*read_to, header.end} : dwarf::Range{};
  if (read_to) note_unread(broken);
  check_pending(broken);
}

// Only for the image's .debug_info.
void UnitCheck::note_unread(dwarf::Range range) {
  if (in_file_.empty()) unread_.push_back(range);
}

void UnitCheck::check_abbreviations(const dwarf::UnitHeader& header) {
  const std::string table = say("its table of abbreviations at ", hex(header.abbrev_offset));
  if (!unit_->abbreviations().is_whole()) report(Kind::Abbreviation, {}, say(table, " is truncated"), true);
  std::vector<dwarf::Attribute> attributes;
  for (const dwarf::Abbreviation& abbreviation : unit_->abbreviations().all()) {
    attributes.clear();
    for (const dwarf::AttributeSpec& spec : unit_->abbreviations().specs(abbreviation))
      attributes.push_back(spec.attribute);
    std::ranges::sort(attributes);
    const auto twice = std::ranges::adjacent_find(attributes);
    if (twice != attributes.end())
      report(Kind::Abbreviation, {},
             say(table, " gives entries of tag ", hex(abbreviation.tag), " ", text_of(*twice), " twice"),
             true);
  }
}

void UnitCheck::check_lines() {
  const bool is_readable = lines_.read(*unit_);
  has_files_ = is_readable;
  tools_.spend(lines_.table().size());
  if (!unit_->line_program) return;
  lines_.check(*shared_, [this](Kind kind, std::string what) { report(kind, {}, std::move(what), true); });
  if (shared_->first_lines(*unit_->line_program)) amounts_.rows += lines_.row_count();
}

// Returns where the unit is broken: nothing after that can be read.
std::optional<std::uint64_t> UnitCheck::walk() {
  spans_.clear();
  levels_.clear();
  forward_.clear();
  origins_.clear();
  Cursor at = unit_->cursor_at(unit_->header().first_entry);
  do {
    const std::uint64_t offset = at.offset();
    const std::uint64_t code = at.at_end() ? 0 : at.uleb();
    if (at.failed()) {
      report(Kind::Entry, offset, "the entry runs past the end of its unit");
      return offset;
    }
    if (code != 0) {
      if (!enter(at, offset, code)) return offset;
    } else if (levels_.empty()) {
      report(Kind::Entry, {}, "it has no entry");
    } else {
      levels_.pop_back();
      spans_.close();
    }
  } while (!levels_.empty() && !at.at_end());
  for (; !levels_.empty(); levels_.pop_back()) spans_.close();
  return std::nullopt;
}

bool UnitCheck::enter(Cursor& at, std::uint64_t offset, std::uint64_t code) {
  Entry entry{.offset = offset, .abbreviation = unit_->abbreviations().find(code), .code = {}};
  if (entry.abbreviation == nullptr) {
    report(Kind::Entry, offset,
           say("the entry has abbreviation ", code, ", which the table at ",
               hex(unit_->header().abbrev_offset), " does not have"));
    return false;
  }
  shared_->entries.mark(offset);
  ++amounts_.entries;
  if (levels_.empty() && !is_unit_tag(entry.abbreviation->tag))
    report(Kind::UnitHeader, offset,
           say("its first entry has tag ", hex(entry.abbreviation->tag), " and is not a unit"));
  if (!read_attributes(at, entry)) return false;
  open(entry);
  if (levels_.size() <= dwarf::deepest_nesting) return true;
  report(Kind::Entry, offset, "entries are nested deeper than any compiler nests them");
  return false;
}

bool UnitCheck::read_attributes(Cursor& at, Entry& entry) {
  for (const dwarf::AttributeSpec& spec : unit_->abbreviations().specs(*entry.abbreviation)) {
    const Value value = unit_->read(at, spec);
    if (at.failed()) {
      report(Kind::Entry, entry.offset,
             dwarf::is_known(spec.form)
                 ? say("the entry runs past the end of its unit")
                 : say(text_of(spec.attribute), " has form ", hex(spec.form), ", which is not defined"));
      return false;
    }
    check_value(spec, value, entry);
    switch (spec.attribute) {
      case dwarf::DW_AT_low_pc: entry.code.low_pc = value; break;
      case dwarf::DW_AT_high_pc: entry.code.high_pc = value; break;
      case dwarf::DW_AT_ranges: entry.code.ranges = value; break;
      case dwarf::DW_AT_decl_file:
      case dwarf::DW_AT_call_file: check_file(spec, value, entry); break;
      default: break;
    }
  }
  return true;
}

void UnitCheck::check_value(const dwarf::AttributeSpec& spec, const Value& value, const Entry& entry) {
  const auto attribute = [&] { return text_of(spec.attribute); };
  switch (value.kind) {
    case Value::Kind::None:
      if (is_reference(spec.form)) {
        report(Kind::Reference, entry.offset, say(attribute(), " points outside of the unit"));
      } else {
        report(Kind::Text, entry.offset, say(attribute(), " is a text outside of its section"));
      }
      break;
    case Value::Kind::Reference: note_reference(spec, value.number, entry); break;
    case Value::Kind::Text: {
      const bool is_line_text = spec.form == dwarf::DW_FORM_line_strp;
      const bool is_placed = spec.form != dwarf::DW_FORM_string && spec.form != dwarf::DW_FORM_indirect;
      if (is_placed && value.number >= (is_line_text ? line_text_end_ : text_end_))
        report(Kind::Text, entry.offset, say(attribute(), " is a text without an end"));
      break;
    }
    case Value::Kind::AddressIndex:
      if (!shared_->sections.addr.empty() && !unit_->indexed_address(value.number))
        report(Kind::RangeList, entry.offset,
               say(attribute(), " is address ", value.number, ", which .debug_addr does not hold"));
      break;
    default: break;
  }
}

// Before DWARF 5, 0 means no file.
void UnitCheck::check_file(const dwarf::AttributeSpec& spec, const Value& value, const Entry& entry) {
  if (!has_files_ || value.kind != Value::Kind::Number || lines_.table().names_file(value.number)) return;
  if (value.number == 0 && unit_->header().encoding.version < 5) return;
  const bool is_call = spec.attribute == dwarf::DW_AT_call_file;
  report(Kind::FileNumber, entry.offset,
         say(is_call ? "the call is" : "it is declared", " in file ", value.number,
             ", which the line program does not list"));
}

void UnitCheck::note_reference(const dwarf::AttributeSpec& spec, std::uint64_t target, const Entry& entry) {
  const dwarf::UnitHeader& header = unit_->header();
  if (target >= shared_->sections.info.size())
    return report(Kind::Reference, entry.offset,
                  say(text_of(spec.attribute), " points outside of .debug_info"));
  if (target < header.offset || target >= header.end) {
    if (in_file_.empty() && !is_alone_ && !shared_->entries.is_entry(target))
      references_out_.push_back({target, entry.offset, header.offset});
    return;
  }
  if (!shared_->entries.is_entry(target)) forward_.push_back({target, entry.offset, header.offset});
  const bool is_origin =
      spec.attribute == dwarf::DW_AT_abstract_origin || spec.attribute == dwarf::DW_AT_specification;
  if (is_origin && is_function_or_call(*entry.abbreviation)) origins_.emplace_back(target, entry.offset);
}

void UnitCheck::check_pending(dwarf::Range broken) {
  const auto is_unread = [&](std::uint64_t target) { return target >= broken.begin && target < broken.end; };
  for (const PendingReference& reference : forward_)
    if (!shared_->entries.is_entry(reference.target) && !is_unread(reference.target))
      report(Kind::Reference, reference.entry,
             say("it points at ", hex(reference.target), ", where no entry begins"));
  std::ranges::sort(origins_);
  for (std::size_t i = 0; i < origins_.size(); ++i)
    if (i == 0 || origins_[i].first != origins_[i - 1].first)
      check_origin(origins_[i].first, origins_[i].second);
}

// The origin of a function or call, which gives it its name, must be a function.
void UnitCheck::check_origin(std::uint64_t target, std::uint64_t entry) {
  if (!shared_->entries.is_entry(target)) return;
  Cursor at = unit_->cursor_at(target);
  const dwarf::Abbreviation* abbreviation = unit_->abbreviations().find(at.uleb());
  if (abbreviation == nullptr || is_function_or_call(*abbreviation)) return;
  report(Kind::Reference, entry,
         say("it takes its name from the entry at ", hex(target), ", which is not a function"));
}

// Blocks and labels give no results: they may be anywhere.
void UnitCheck::open(const Entry& entry) {
  Level level = levels_.empty() ? Level{} : levels_.back();
  const dwarf::Abbreviation& abbreviation = *entry.abbreviation;
  const bool counts = levels_.empty() || is_function_or_call(abbreviation);
  const bool has_code = counts && abbreviation.has_code && claim_code(entry, level);
  if (!abbreviation.has_children) return;
  levels_.push_back(level);
  if (has_code) {
    spans_.open_with_code();
  } else {
    spans_.open();
  }
}

// False if all of its code was deleted, or it has none.
bool UnitCheck::claim_code(const Entry& entry, Level& level) {
  const bool is_function = entry.abbreviation->role == dwarf::EntryRole::Function;
  if (is_alone_) return amounts_.functions += is_function ? 1 : 0, false;
  ranges_.clear();
  dwarf::RangeFaults faults;
  dwarf::append_ranges(*unit_, entry.code, *allowance_, ranges_, &faults);
  if (level.is_deleted) return false;
  if (!faults.list.empty())
    report(Kind::RangeList, entry.offset, say("its list of ranges cannot be read: ", faults.list));
  for (const dwarf::Range& range : faults.backward)
    report(Kind::Range, entry.offset,
           say("its range ends at ", hex(range.end), ", before it begins at ", hex(range.begin)));
  live_.clear();
  for (const dwarf::Range& range : ranges_)
    if (!shared_->is_deleted(range.begin, unit_->header().encoding.address_size)) live_.push_back(range);
  const bool is_unit = levels_.empty();
  level.is_deleted = !is_unit && live_.empty() && !ranges_.empty();
  if (live_.empty()) return false;
  if (is_function_or_call(*entry.abbreviation))
    std::erase_if(live_, [&](dwarf::Range& range) { return !check_place(entry, range); });
  amounts_.functions += is_function ? 1 : 0;
  if (live_.empty()) return false;
  spans_.add(entry.offset,
             is_unit       ? SpanCheck::Role::Unit
             : is_function ? SpanCheck::Role::Function
                           : SpanCheck::Role::Call,
             live_);
  return true;
}

// False if the range is not code; one that ends elsewhere is shortened.
bool UnitCheck::check_place(const Entry& entry, dwarf::Range& range) {
  const auto part = shared_->code.clip(range.begin, range.end);
  const auto where = [&] { return say("its range ", range_text(range.begin, range.end)); };
  if (!part) {
    report(Kind::Range, entry.offset, say(where(), " is not code of this image"));
    return false;
  }
  if (part->end != range.end)
    report(Kind::Range, entry.offset, say(where(), " extends past the end of the code at ", hex(part->end)));
  range.end = part->end;
  return true;
}

}  // namespace symkit::verify
