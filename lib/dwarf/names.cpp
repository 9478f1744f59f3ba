#include "dwarf/names.h"

#include <algorithm>

#include "base/scope_mark.h"

namespace symkit::dwarf {
namespace {

// specification and abstract_origin may form chains, in broken files rings and trees: so many entries are
// looked at for one name. Real chains have up to four.
constexpr unsigned longest_chain = 16;

// Deeper nesting than any compiler writes, longer composed names than anyone reads.
constexpr std::size_t deepest_nesting = 4096;
constexpr std::size_t longest_composed = 1 << 16;

std::string_view unnamed(std::uint16_t tag) {
  return tag == DW_TAG_namespace ? "(anonymous namespace)" : "(anonymous class)";
}

// The name of the namespace or class whose attributes `at` stands at; moves past them.
std::string_view scope_name(const Unit& unit, const Abbreviation& abbreviation, Cursor& at) {
  std::string_view name = unnamed(abbreviation.tag);
  for (const AttributeSpec& spec : unit.abbreviations().specs(abbreviation)) {
    const Value value = unit.read(at, spec);
    if (spec.attribute == DW_AT_name && !value.text.empty()) name = value.text;
  }
  return name;
}

}  // namespace

void Names::enter(const Unit& unit) {
  current_ = OpenUnit{};
  current_.unit = &unit;
  origins_.clear();
}

// Many calls share an origin and few entries have more to say, so what is remembered is the origin's name.
std::string_view Names::of(std::uint64_t entry, const NameAttributes& attributes) {
  if (!attributes.linkage_name.empty()) return attributes.linkage_name;
  const std::uint64_t origin =
      attributes.abstract_origin != 0 ? attributes.abstract_origin : attributes.specification;
  if (origin == 0 || !attributes.name.empty()) return resolve(entry, attributes);
  const auto [known, is_new] = origins_.try_emplace(origin);
  if (is_new) known->second = resolve(entry, attributes);
  return known->second;
}

std::string_view Names::resolve(std::uint64_t entry, const NameAttributes& attributes) {
  Found found;
  follow(entry, attributes, found);
  if (!found.linkage_name.empty()) return found.linkage_name;
  return found.name.empty() ? found.name : composed(found.named_entry, found.name);
}

void Names::follow(std::uint64_t entry, const NameAttributes& attributes, Found& found) {
  if (found.name.empty() && !attributes.name.empty()) {
    found.name = attributes.name;
    found.named_entry = entry;
  }
  found.linkage_name = attributes.linkage_name;
  for (const std::uint64_t target : {attributes.abstract_origin, attributes.specification}) {
    if (target == 0 || !found.linkage_name.empty() || found.steps == longest_chain) continue;
    ++found.steps;
    const OpenUnit* open_unit = open(target);
    if (open_unit == nullptr) continue;
    const Unit& unit = *open_unit->unit;
    Cursor at = unit.cursor_at(target);
    const Abbreviation* abbreviation = unit.abbreviations().find(at.uleb());
    if (abbreviation == nullptr) continue;
    NameAttributes there;
    for (const AttributeSpec& spec : unit.abbreviations().specs(*abbreviation))
      there.take(spec.attribute, unit.read(at, spec));
    if (!at.failed()) follow(target, there, found);
  }
}

Names::OpenUnit* Names::open(std::uint64_t entry) {
  const UnitHeader& here = current_.unit->header();
  if (entry >= here.first_entry && entry < here.end) return &current_;
  const UnitHeader* header = units_.containing(entry);
  if (header == nullptr || entry < header->first_entry) return nullptr;
  std::unique_ptr<OpenUnit>& known = others_[header->offset];
  if (known == nullptr) known = open_other(*header);
  return known.get();
}

// Units share tables of abbreviations, so these are kept by where they stand. All of them together are not
// many times the section, unless tables begin within tables.
std::unique_ptr<Names::OpenUnit> Names::open_other(const UnitHeader& header) {
  const Encoding& encoding = header.encoding;
  const auto [table, is_new] = tables_.try_emplace(
      {header.abbrev_offset, encoding.version, encoding.address_size, encoding.offset_size});
  if (is_new && tables_size_ / 64 <= sections_.abbrev.size()) {
    table->second.read(sections_.abbrev, header.abbrev_offset, sections_.endian, encoding);
    tables_size_ += table->second.size();
  }
  auto other = std::make_unique<OpenUnit>();
  other->own = std::make_unique<Unit>(sections_, header, table->second);
  other->unit = other->own.get();
  return other;
}

std::string_view Names::composed(std::uint64_t entry, std::string_view name) {
  OpenUnit* open_unit = open(entry);
  if (open_unit == nullptr || !open_unit->unit->composes_names()) return name;
  if (!open_unit->scopes_known) read_scopes(*open_unit);
  const std::vector<Scope>& scopes = open_unit->scopes;
  const auto after = std::ranges::upper_bound(scopes, entry, {}, &Scope::begin);
  auto number = static_cast<std::uint32_t>(after - scopes.begin());
  while (number != 0 && scopes[number - 1].end <= entry) number = scopes[number - 1].parent;
  if (number == 0) return name;
  std::string text;
  for (; number != 0; number = scopes[number - 1].parent) {
    text.insert(0, text.empty() ? "" : "::");
    text.insert(0, scopes[number - 1].name);
    if (text.size() > longest_composed) return name;
  }
  text += scope_mark;
  text += name;
  return composed_.emplace_back(std::move(text));
}

// One pass over the unit, without what is inside functions as far as siblings allow.
void Names::read_scopes(OpenUnit& open) {
  open.scopes_known = true;
  const Unit& unit = *open.unit;
  const AbbreviationTable& table = unit.abbreviations();
  std::vector<std::uint32_t> levels;  // the scope that each open entry is or is in
  Cursor at = unit.cursor_at(unit.header().first_entry);
  do {
    const std::uint64_t entry = at.offset();
    const std::uint64_t code = at.uleb();
    if (code == 0) {
      if (levels.empty()) break;
      const std::uint32_t closed = levels.back();
      levels.pop_back();
      if (closed != 0 && (levels.empty() || levels.back() != closed))
        open.scopes[closed - 1].end = at.offset();
      continue;
    }
    const Abbreviation* abbreviation = table.find(code);
    if (abbreviation == nullptr) break;
    std::uint32_t scope = levels.empty() ? 0 : levels.back();
    if (abbreviation->role == EntryRole::Scope && abbreviation->has_children) {
      const std::string_view name = scope_name(unit, *abbreviation, at);
      open.scopes.push_back({entry, unit.header().end, scope, name});
      scope = static_cast<std::uint32_t>(open.scopes.size());
    } else {
      table.skip(*abbreviation, at);
    }
    if (abbreviation->has_children) levels.push_back(scope);
    if (levels.size() > deepest_nesting) break;
  } while (!levels.empty() && !at.at_end());
}

}  // namespace symkit::dwarf
