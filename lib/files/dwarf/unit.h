// The units of .debug_info: their headers, found in one pass, and the settings in a unit's first entry.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/dwarf/abbreviation.h"
#include "files/dwarf/sections.h"
#include "files/dwarf/text.h"

namespace symkit::dwarf {

struct UnitHeader {
  std::uint64_t offset = 0;       // of the header in .debug_info
  std::uint64_t end = 0;          // exclusive
  std::uint64_t first_entry = 0;  // offset of the unit's own entry
  std::uint64_t abbrev_offset = 0;
  UnitType type{};
  Encoding encoding;
  std::optional<std::uint64_t> dwo_id = std::nullopt;  // of a version 5 skeleton or split unit
};

// A unit with an unusable header.
struct UnitFault {
  std::uint64_t offset = 0;
  std::string_view what;  // "its header is cut off"
};

// All readable units. One that exceeds the section ends the list.
struct UnitList {
  std::vector<UnitHeader> units;
  std::string fault;              // the first of `faults` as a message
  std::vector<UnitFault> faults;  // at most `most_faults`
  static constexpr std::size_t most_faults = 1000;

  // The unit that contains an offset of .debug_info, or null.
  const UnitHeader* containing(std::uint64_t offset) const;
};

UnitList read_units(const Sections& sections);
// Larger than any header of a unit.
inline constexpr std::size_t longest_unit_header = 64;
// The header at an offset of .debug_info, of which so much is there; nothing if it is unusable.
std::optional<UnitHeader> read_unit(const Sections& sections, std::uint64_t offset);

// The same in steps, for a .debug_info that is still being decompressed.
class UnitReader {
 public:
  // `first`: where the first unit is.
  explicit UnitReader(std::size_t first = 0) : next_(first) {}

  // Appends the units that are entirely in the first `final_bytes` of `info`; call it again when there
  // are more.
  void read(Bytes info, Endian endian, std::size_t final_bytes, UnitList& list);

 private:
  friend std::optional<UnitHeader> read_unit(const Sections& sections, std::uint64_t offset);
  bool read_one(Cursor& at, std::size_t final_bytes, UnitList& list);

  std::size_t next_;    // position of the next unit's header
  bool ended_ = false;  // nothing can be found after a fault
};

// The value of an attribute, as far as this reader needs it.
struct Value {
  enum class Kind : std::uint8_t {
    None,
    Number,             // constants, flags, section offsets
    Address,            // DW_FORM_addr
    AddressIndex,       // through .debug_addr
    Text,               // `text`
    Reference,          // offset in .debug_info
    RangeIndex,         // DW_FORM_rnglistx
    Supplementary,      // offset in .debug_info of the supplementary file (dwz)
    SupplementaryText,  // offset in its .debug_str, if that is not available
    Signature,          // of a type unit
    Skipped,            // blocks and expressions: see entry.h
  };
  Kind kind = Kind::None;
  std::uint64_t number = 0;
  Text text;
};

// The fields of an entry that the reader uses; a missing one has Kind::None.
struct EntryFields {
  std::array<Value, field_count> values;
  Value& operator[](Field field) { return values[static_cast<std::size_t>(field)]; }
  const Value& operator[](Field field) const { return values[static_cast<std::size_t>(field)]; }
};

// A unit with the settings from its first entry: the bases for the forms of its other entries.
class Unit {
 public:
  // `table` must be that of the header's abbrev_offset and encoding. A split unit needs its skeleton for
  // what that provides: address base, line program, compilation directory.
  Unit(const Sections& sections, const UnitHeader& header, const AbbreviationTable& table,
       const Unit* skeleton = nullptr);

  const Sections& sections() const { return *sections_; }
  const UnitHeader& header() const { return *header_; }
  const AbbreviationTable& abbreviations() const { return *table_; }

  // From the unit's own entry.
  std::uint16_t tag = 0;
  std::uint16_t language = 0;
  bool has_entries = false;  // in addition to its own
  bool has_code = false;     // it gives the location of its code:
  Value low_pc, high_pc, ranges;
  std::string_view name;
  std::string_view compilation_directory;
  Text producer;
  std::string_view split_file;  // DW_AT_dwo_name: the file with the rest of this unit
  // Shared by a skeleton and the split unit in that file: from the header, or DW_AT_GNU_dwo_id.
  std::optional<std::uint64_t> dwo_id;
  std::optional<std::uint64_t> line_program;  // offset in .debug_line
  std::optional<std::uint64_t> base_address;  // DW_AT_low_pc: the initial base of range lists
  std::uint64_t address_base = 0;
  std::uint64_t string_offsets_base = 0;
  std::uint64_t range_lists_base = 0;
  std::uint64_t location_lists_base = 0;
  // Split DWARF before version 5: the base of the split unit's lists, according to its skeleton. It does
  // not apply to the skeleton's own lists.
  std::uint64_t split_ranges_base = 0;
  std::uint64_t ranges_base = 0;  // the same, in the split unit

  // A cursor at an entry, bounded by the unit's end. Its offsets are offsets in .debug_info.
  Cursor cursor_at(std::uint64_t offset) const;

  // Reads one value and resolves strings and references; indexed addresses stay indexes (see address()).
  Value read(Cursor& at, const AttributeSpec& spec) const;

  // Reads the fields of an entry from `at`, the position of its attributes, and moves past them.
  void read_fields(Cursor& at, const Abbreviation& abbreviation, EntryFields& fields) const;

  std::optional<std::uint64_t> address(const Value& value) const;
  std::optional<std::uint64_t> indexed_address(std::uint64_t index) const;

  // Whether the rest of the unit is in another file.
  bool is_skeleton() const { return header_->type == DW_UT_skeleton || !split_file.empty(); }

  // False for a unit that has no code location and no entries; clang's modules look like skeletons apart
  // from that.
  bool may_have_code() const { return has_code || (has_entries && table_->has_functions_with_code()); }

  // Whether the language has namespaces or classes, so that an unqualified name is not enough.
  bool composes_names() const;

 private:
  void lean_on(const Unit& skeleton);
  void read_own_entry();
  Value read_form(Cursor& at, Form form, std::int64_t implicit_value, unsigned depth) const;
  Value reference(std::uint64_t offset_in_unit) const;
  static Value text_at(Bytes section, std::uint64_t offset);
  Value indexed_text(std::uint64_t index) const;
  Value supplementary_text(std::uint64_t offset) const;

  const Sections* sections_;
  const UnitHeader* header_;
  const AbbreviationTable* table_;
};

}  // namespace symkit::dwarf
