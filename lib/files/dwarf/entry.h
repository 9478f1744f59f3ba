// An entry of a unit with all of its attributes: for what is read rarely.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "files/dwarf/abbreviation.h"
#include "files/dwarf/unit.h"
#include "ground/base/bytes.h"

namespace symkit::dwarf {

struct Detail {
  Attribute attribute{};
  Form form{};
  Value value;
  Bytes block;  // of an expression, or of data that is no number
  bool has_block = false;
};

class Entry {
 public:
  // Nothing if there is none: children have ended, or the unit is broken.
  static std::optional<Entry> at(const Unit& unit, std::uint64_t offset);

  const Unit& unit() const { return *unit_; }
  std::uint64_t offset() const { return offset_; }
  std::uint16_t tag() const { return tag_; }
  bool has_children() const { return has_children_; }
  // Where its children begin, or what follows it.
  std::uint64_t behind() const { return behind_; }
  const std::vector<Detail>& details() const { return details_; }

  // Null if it has none.
  const Detail* find(Attribute attribute) const;
  // Of an attribute that is a number.
  std::optional<std::uint64_t> number(Attribute attribute) const;
  std::string_view text(Attribute attribute) const;
  bool is(Attribute flag) const { return number(flag).value_or(0) != 0; }

  // The next entry with the same parent; nothing: it was the last.
  std::optional<Entry> next() const;
  std::optional<Entry> first_child() const;

 private:
  std::optional<std::uint64_t> behind_children() const;

  const Unit* unit_ = nullptr;
  std::uint64_t offset_ = 0, behind_ = 0;
  std::uint16_t tag_ = 0;
  bool has_children_ = false;
  std::vector<Detail> details_;
};

// Passes on the entries of a unit with an abbreviation that is wanted, whatever they are within.
template <class Wanted, class Take>
void each_entry(const Unit& unit, Wanted wanted, Take take) {
  const AbbreviationTable& table = unit.abbreviations();
  Cursor at = unit.cursor_at(unit.header().first_entry);
  while (!at.at_end() && !at.failed()) {
    const std::uint64_t offset = at.offset();
    const std::uint64_t code = at.uleb();
    if (code == 0) continue;
    const Abbreviation* const abbreviation = table.find(code);
    if (abbreviation == nullptr) return;
    if (wanted(*abbreviation))
      if (const auto entry = Entry::at(unit, offset)) take(*entry);
    table.skip(*abbreviation, at);
  }
}

// The bytes of a form that has a block; nothing if it has none.
std::optional<Bytes> read_block(Cursor& at, Form form);

}  // namespace symkit::dwarf
