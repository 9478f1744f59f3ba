#include "dwarf/declaration.h"

namespace symkit::dwarf {

std::uint32_t declaration_line(const Unit& unit, std::uint64_t entry) {
  constexpr unsigned longest_chain = 4;
  for (unsigned step = 0; step < longest_chain && entry != 0; ++step) {
    if (entry < unit.header().first_entry || entry >= unit.header().end) return 0;
    Cursor at = unit.cursor_at(entry);
    const Abbreviation* abbreviation = unit.abbreviations().find(at.uleb());
    if (abbreviation == nullptr) return 0;
    entry = 0;
    for (const AttributeSpec& spec : unit.abbreviations().specs(*abbreviation)) {
      const Value value = unit.read(at, spec);
      if (at.failed()) return 0;
      if (spec.attribute == DW_AT_decl_line) return static_cast<std::uint32_t>(value.number);
      const bool leads_on = spec.attribute == DW_AT_abstract_origin || spec.attribute == DW_AT_specification;
      if (leads_on && value.kind == Value::Kind::Reference) entry = value.number;
    }
  }
  return 0;
}

}  // namespace symkit::dwarf
