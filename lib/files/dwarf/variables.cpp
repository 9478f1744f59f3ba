#include "files/dwarf/variables.h"

#include <optional>

#include "files/dwarf/entry.h"
#include "files/dwarf/operations.h"

namespace symkit::dwarf {
namespace {

// Only a plain address, or an address plus an offset. A computed variable has no fixed address, and a
// thread-local one has a different address in each thread.
std::optional<std::uint64_t> address_of(const Unit& unit, Bytes expression, Endian endian) {
  Cursor at(expression, endian);
  const std::uint8_t operation = at.u8();
  std::optional<std::uint64_t> address;
  if (operation == DW_OP_addr)
    address = at.unsigned_of(unit.header().encoding.address_size);
  else if (operation == DW_OP_addrx || operation == DW_OP_GNU_addr_index)
    address = unit.indexed_address(at.uleb());
  if (!address || at.failed()) return std::nullopt;
  if (!at.at_end()) {
    if (at.u8() != DW_OP_plus_uconst) return std::nullopt;
    *address += at.uleb();
  }
  if (at.failed() || !at.at_end()) return std::nullopt;
  return address;
}

class VariableWalk {
 public:
  VariableWalk(const Unit& unit, const std::function<void(const Variable&)>& take)
      : unit_(unit), table_(unit.abbreviations()), take_(take) {}

  bool run() {
    Cursor at = unit_.cursor_at(unit_.header().first_entry);
    while (!at.at_end() && !at.failed()) {
      const std::uint64_t entry = at.offset();
      const std::uint64_t code = at.uleb();
      if (code == 0) continue;
      const Abbreviation* const abbreviation = table_.find(code);
      if (abbreviation == nullptr) return false;
      if (has_place(*abbreviation))
        read(at, entry, *abbreviation);
      else
        table_.skip(*abbreviation, at);
    }
    return !at.failed();
  }

 private:
  bool has_place(const Abbreviation& abbreviation) const {
    if (abbreviation.tag != DW_TAG_variable) return false;
    for (const AttributeSpec& spec : table_.specs(abbreviation))
      if (spec.attribute == DW_AT_location) return true;
    return false;
  }

  void read(Cursor& at, std::uint64_t entry, const Abbreviation& abbreviation) const {
    EntryFields fields;
    std::optional<std::uint64_t> address;
    for (const AttributeSpec& spec : table_.specs(abbreviation)) {
      if (spec.attribute == DW_AT_location) {
        Cursor before = at;
        if (const auto expression = read_block(before, spec.form); expression && !before.failed())
          address = address_of(unit_, *expression, unit_.sections().endian);
      }
      const Value value = unit_.read(at, spec);
      if (const auto field = field_of(spec.attribute)) fields[*field] = value;
    }
    if (address && !at.failed()) take_({entry, *address, NameAttributes(fields)});
  }

  const Unit& unit_;
  const AbbreviationTable& table_;
  const std::function<void(const Variable&)>& take_;
};

}  // namespace

bool each_variable(const Unit& unit, const std::function<void(const Variable&)>& take) {
  return VariableWalk(unit, take).run();
}

}  // namespace symkit::dwarf
