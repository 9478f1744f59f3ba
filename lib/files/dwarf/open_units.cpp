#include "files/dwarf/open_units.h"

#include <cstddef>
#include <iterator>
#include <string_view>
#include <vector>

namespace symkit::dwarf {
namespace {

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

OpenUnit* OpenUnits::with(std::uint64_t entry) {
  if (auto after = open_.upper_bound(entry); after != open_.begin()) {
    const std::unique_ptr<OpenUnit>& before = std::prev(after)->second;
    const UnitHeader& known = before->unit->header();
    if (entry < known.end) return entry < known.first_entry ? nullptr : before.get();
  }
  const UnitHeader* const header = units_ == nullptr ? nullptr : units_->containing(entry);
  if (header == nullptr || entry < header->first_entry) return nullptr;
  return &open(*header);
}

OpenUnit& OpenUnits::open(const UnitHeader& header, const Unit* skeleton) {
  std::unique_ptr<OpenUnit>& known = open_[header.offset];
  if (known == nullptr) {
    known = std::make_unique<OpenUnit>();
    known->header = header;
    known->own = std::make_unique<Unit>(*sections_, known->header, table_of(header), skeleton);
    known->unit = known->own.get();
  }
  return *known;
}

// Units share abbreviation tables, so these are cached by position. All together they are not much larger
// than the section, unless tables begin within tables.
const AbbreviationTable& OpenUnits::table_of(const UnitHeader& header) {
  const Encoding& encoding = header.encoding;
  const auto [table, is_new] = tables_.try_emplace(
      {header.abbrev_offset, encoding.version, encoding.address_size, encoding.offset_size});
  if (is_new && tables_size_ / 64 <= sections_->abbrev.size()) {
    table->second.read(sections_->abbrev, header.abbrev_offset, sections_->endian, encoding);
    tables_size_ += table->second.size();
  }
  return table->second;
}

bool enclosing_scopes(OpenUnit& open, std::uint64_t entry, std::string& text) {
  if (!open.scopes.is_complete()) read_scopes(*open.unit, open.scopes);
  text.clear();
  std::uint32_t first = open.scopes.around(entry);
  // It may be a scope itself.
  if (first != 0 && open.scopes[first].begin == entry) first = open.scopes[first].parent;
  for (std::uint32_t number = first; number != 0; number = open.scopes[number].parent) {
    text.insert(0, text.empty() ? "" : "::");
    text.insert(0, scope_name(*open.unit, open.scopes[number].begin));
    if (text.size() > longest_composed) return false;
  }
  return true;
}

}  // namespace symkit::dwarf
