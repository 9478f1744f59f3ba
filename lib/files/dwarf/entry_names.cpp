#include "files/dwarf/entry_names.h"

#include <algorithm>

#include "ground/base/scope_mark.h"

namespace symkit::dwarf {
namespace {

// specification and abstract_origin may form chains, in broken files also cycles and trees: at most this
// many entries are examined for one name. Real chains have up to four.
constexpr unsigned longest_chain = 16;

// Longer than any composed name that is read.
constexpr std::size_t longest_composed = 1 << 16;

std::string_view unnamed(std::uint16_t tag) {
  return tag == DW_TAG_namespace ? "(anonymous namespace)" : "(anonymous class)";
}

// The name of the namespace or class with this entry.
std::string_view scope_name(const Unit& unit, std::uint64_t entry) {
  Cursor at = unit.cursor_at(entry);
  const Abbreviation* abbreviation = unit.abbreviations().find(at.uleb());
  if (abbreviation == nullptr) return {};
  for (const AttributeSpec& spec : unit.abbreviations().specs(*abbreviation)) {
    const Value value = unit.read(at, spec);
    if (spec.attribute == DW_AT_name && !value.text.empty()) return value.text.read();
  }
  return unnamed(abbreviation->tag);
}

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

// One pass over the unit, skipping the content of functions as far as siblings allow.
void read_scopes(const Unit& unit, Scopes& scopes) {
  const AbbreviationTable& table = unit.abbreviations();
  std::vector<std::uint32_t> levels;  // the scope that each open entry is or belongs to
  Cursor at = unit.cursor_at(unit.header().first_entry);
  do {
    const std::uint64_t entry = at.offset();
    const std::uint64_t code = at.uleb();
    if (code == 0) {
      if (levels.empty()) break;
      const std::uint32_t closed = levels.back();
      levels.pop_back();
      if (closed != 0 && (levels.empty() || levels.back() != closed)) scopes.close(closed, at.offset());
      continue;
    }
    const Abbreviation* abbreviation = table.find(code);
    if (abbreviation == nullptr) break;
    std::uint32_t scope = levels.empty() ? 0 : levels.back();
    if (abbreviation->role == EntryRole::Scope && abbreviation->has_children)
      scope = scopes.open(entry, unit.header().end, scope);
    table.skip(*abbreviation, at);
    if (abbreviation->has_children) levels.push_back(scope);
    if (levels.size() > deepest_nesting) break;
  } while (!levels.empty() && !at.at_end());
  scopes.complete();
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
  split_ = {.sections = &unit.sections(), .units = &units};
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
  const OpenUnit* open_unit = open(entry);
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

EntryNames::OpenUnit* EntryNames::open(EntryId entry) {
  const UnitHeader& here = current_.unit->header();
  if (entry.is_own() && entry.offset >= here.first_entry && entry.offset < here.end) return &current_;
  File& file = !entry.is_own() ? supplementary_ : in_split_ ? split_ : own_;
  if (&file == &own_) until_whole_();
  const UnitHeader* header = file.units == nullptr ? nullptr : file.units->containing(entry.offset);
  if (header == nullptr || entry.offset < header->first_entry) return nullptr;
  std::unique_ptr<OpenUnit>& known = file.others[header->offset];
  if (known == nullptr) known = open_other(file, *header);
  return known.get();
}

// Units share abbreviation tables, so these are cached by position. All together they are not much larger
// than the section, unless tables begin within tables.
std::unique_ptr<EntryNames::OpenUnit> EntryNames::open_other(File& file, const UnitHeader& header) {
  const Encoding& encoding = header.encoding;
  const auto [table, is_new] = file.tables.try_emplace(
      {header.abbrev_offset, encoding.version, encoding.address_size, encoding.offset_size});
  if (is_new && file.tables_size / 64 <= file.sections->abbrev.size()) {
    table->second.read(file.sections->abbrev, header.abbrev_offset, file.sections->endian, encoding);
    file.tables_size += table->second.size();
  }
  auto other = std::make_unique<OpenUnit>();
  other->own = std::make_unique<Unit>(*file.sections, header, table->second);
  other->unit = other->own.get();
  return other;
}

Text EntryNames::composed(EntryId entry, Text name) {
  OpenUnit* open_unit = open(entry);
  if (open_unit == nullptr) return name;
  // dwz's partial units need not give their language: it is that of the unit that refers to them.
  const Unit& speaker = open_unit->unit->language == 0 ? *current_.unit : *open_unit->unit;
  if (!speaker.composes_names()) return name;
  Scopes& scopes = open_unit->scopes;
  if (!scopes.is_complete()) read_scopes(*open_unit->unit, scopes);
  std::uint32_t number = scopes.around(entry.offset);
  if (number == 0) return name;
  composing_.clear();
  for (; number != 0; number = scopes[number].parent) {
    composing_.insert(0, composing_.empty() ? "" : "::");
    composing_.insert(0, scope_name(*open_unit->unit, scopes[number].begin));
    if (composing_.size() > longest_composed) return name;
  }
  composing_ += scope_mark;
  composing_ += name.read();
  return Text::ended(*composed_.insert(composing_).first);
}

}  // namespace symkit::dwarf
