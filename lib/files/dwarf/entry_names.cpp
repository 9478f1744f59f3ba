#include "files/dwarf/entry_names.h"

#include <algorithm>

#include "ground/base/scope_mark.h"

namespace symkit::dwarf {
namespace {

// specification and abstract_origin may form chains, in broken files also cycles and trees: at most this
// many entries are examined for one name. Real chains have up to four.
constexpr unsigned longest_chain = 16;

EntryFields fields_at(const Unit& unit, const Abbreviation& abbreviation, Cursor& at) {
  EntryFields fields;
  if (abbreviation.field_step_count != 0) {
    unit.read_fields(at, abbreviation, fields);
    return fields;
  }
  for (const AttributeSpec& spec : unit.abbreviations().specs(abbreviation)) {
    const Value value = unit.read(at, spec);
    if (const auto field = field_of(spec.attribute)) fields[*field] = value;
  }
  return fields;
}

template <bool is_quick>
bool is_there(const Text& linkage_name) {
  return is_quick ? linkage_name.is_given() : !linkage_name.empty();
}

// References from an entry of the supplementary file are within that file.
void see_from(std::uint32_t file, NameAttributes& attributes) {
  for (EntryId* const target : {&attributes.specification, &attributes.abstract_origin})
    *target = target->is_own() && target->is_given() ? EntryId{file, target->offset} : EntryId{};
}

}  // namespace

void EntryNames::enter(const Unit& unit) {
  in_split_ = false;
  current_.unit = &unit;
  current_.scopes.clear();
}

void EntryNames::enter_split(const Unit& unit, const UnitList& units) {
  enter(unit);
  in_split_ = true;
  split_ = OpenUnits(unit.sections(), units);
}

template <bool is_quick>
Text EntryNames::find(EntryId entry, const NameAttributes& attributes) {
  if (is_there<is_quick>(attributes.linkage_name)) return attributes.linkage_name;
  Found found;
  follow<is_quick>(entry, attributes, found);
  if (is_there<is_quick>(found.linkage_name)) return found.linkage_name;
  return found.name.empty() ? Text() : composed(found.named_entry, found.name);
}

template <bool is_quick>
void EntryNames::follow(EntryId entry, const NameAttributes& attributes, Found& found) {
  if (found.name.empty() && !attributes.name.empty()) {
    found.name = attributes.name;
    found.named_entry = entry;
  }
  found.linkage_name = attributes.linkage_name;
  for (const EntryId target : {attributes.abstract_origin, attributes.specification}) {
    if (!target.is_given() || is_there<is_quick>(found.linkage_name) || found.steps == longest_chain)
      continue;
    ++found.steps;
    if (const auto there = attributes_of(target)) follow<is_quick>(target, *there, found);
  }
}

Text EntryNames::plain(std::uint64_t offset) {
  EntryId entry{.offset = offset};
  for (unsigned step = 0; step < longest_chain; ++step) {
    const auto here = attributes_of(entry);
    if (!here) break;
    if (!here->name.empty()) return here->name;
    entry = here->abstract_origin.is_given() ? here->abstract_origin : here->specification;
    if (!entry.is_given()) break;
  }
  return {};
}

std::optional<NameAttributes> EntryNames::attributes_of(EntryId entry) {
  const OpenUnit* const open_unit = open(entry);
  if (open_unit == nullptr) return std::nullopt;
  const Unit& unit = *open_unit->unit;
  Cursor at = unit.cursor_at(entry.offset);
  const Abbreviation* abbreviation = unit.abbreviations().find(at.uleb());
  if (abbreviation == nullptr) return std::nullopt;
  NameAttributes there(fields_at(unit, *abbreviation, at));
  if (!entry.is_own()) see_from(entry.file, there);
  if (at.failed()) return std::nullopt;
  return there;
}

template Text EntryNames::find<true>(EntryId, const NameAttributes&);
template Text EntryNames::find<false>(EntryId, const NameAttributes&);

OpenUnit* EntryNames::open(EntryId entry) {
  const UnitHeader& here = current_.unit->header();
  if (entry.is_own() && entry.offset >= here.first_entry && entry.offset < here.end) return &current_;
  OpenUnits& file = !entry.is_own() ? supplementary_ : in_split_ ? split_ : own_;
  if (&file == &own_) until_whole_();
  return file.with(entry.offset);
}

Text EntryNames::composed(EntryId entry, Text name) {
  OpenUnit* open_unit = open(entry);
  if (open_unit == nullptr) return name;
  // dwz's partial units need not give their language: it is that of the unit that refers to them.
  const Unit& speaker = open_unit->unit->language == 0 ? *current_.unit : *open_unit->unit;
  if (!speaker.composes_names()) return name;
  if (!enclosing_scopes(*open_unit, entry.offset, composing_) || composing_.empty()) return name;
  composing_ += scope_mark;
  composing_ += name.read();
  return Text::ended(*composed_.insert(composing_).first);
}

}  // namespace symkit::dwarf
