#include "files/dwarf/declaration.h"

namespace symkit::dwarf {

namespace {

bool is_in(const Unit& unit, std::uint64_t entry) {
  return entry >= unit.header().first_entry && entry < unit.header().end;
}

// Passes on the attributes of an entry; false if there is none.
template <class Take>
bool each_attribute(const Unit& unit, std::uint64_t entry, Take take) {
  if (!is_in(unit, entry)) return false;
  Cursor at = unit.cursor_at(entry);
  const Abbreviation* abbreviation = unit.abbreviations().find(at.uleb());
  if (abbreviation == nullptr) return false;
  for (const AttributeSpec& spec : unit.abbreviations().specs(*abbreviation)) {
    const Value value = unit.read(at, spec);
    if (at.failed()) return false;
    take(spec.attribute, value);
  }
  return true;
}

}  // namespace

Declaration declaration(const Unit& unit, std::uint64_t entry) {
  constexpr unsigned longest_chain = 4;
  Declaration found;
  for (unsigned step = 0; step < longest_chain && entry != 0; ++step) {
    if (!is_in(unit, entry)) {
      found.elsewhere = entry;
      break;
    }
    std::uint64_t next = 0;
    const bool is_whole = each_attribute(unit, entry, [&](Attribute attribute, const Value& value) {
      const auto number = static_cast<std::uint32_t>(value.number);
      if (attribute == DW_AT_decl_line && found.line == 0) found.line = number;
      if (attribute == DW_AT_decl_file && !found.file) found.file = number;
      const bool leads_on = attribute == DW_AT_abstract_origin || attribute == DW_AT_specification;
      if (leads_on && value.kind == Value::Kind::Reference) next = value.number;
    });
    if (!is_whole || (found.line != 0 && found.file)) break;
    entry = next;
  }
  return found;
}

std::uint32_t declaration_line(const Unit& unit, std::uint64_t entry) {
  return declaration(unit, entry).line;
}

std::uint32_t call_discriminator(const Unit& unit, std::uint64_t entry) {
  Cursor at = unit.cursor_at(entry);
  const Abbreviation* abbreviation = unit.abbreviations().find(at.uleb());
  if (abbreviation == nullptr || !abbreviation->has_discriminator) return 0;
  std::uint32_t discriminator = 0;
  each_attribute(unit, entry, [&](Attribute attribute, const Value& value) {
    if (attribute == DW_AT_GNU_discriminator && value.kind == Value::Kind::Number)
      discriminator = static_cast<std::uint32_t>(value.number);
  });
  return discriminator;
}

std::optional<std::uint64_t> own_line_sequence(const Unit& unit, std::uint64_t entry) {
  std::optional<std::uint64_t> sequence;
  each_attribute(unit, entry, [&](Attribute attribute, const Value& value) {
    if (attribute == DW_AT_LLVM_stmt_sequence && value.kind == Value::Kind::Number) sequence = value.number;
  });
  return sequence;
}

}  // namespace symkit::dwarf
