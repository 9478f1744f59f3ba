// The units of .debug_info: their headers, found in one pass, and what a unit's first entry says of the rest.
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

// A unit whose header cannot be used.
struct UnitFault {
  std::uint64_t offset = 0;
  std::string_view what;  // "its header is cut off"
};

// All units that can be read. One that runs past the end of the section ends the list.
struct UnitList {
  std::vector<UnitHeader> units;
  std::string fault;              // the first of `faults`, in words
  std::vector<UnitFault> faults;  // at most `most_faults`
  static constexpr std::size_t most_faults = 1000;

  // The unit that holds an offset of .debug_info, or null.
  const UnitHeader* containing(std::uint64_t offset) const;
};

UnitList read_units(const Sections& sections);

// The same bit by bit, for a .debug_info that is still being unpacked.
class UnitReader {
 public:
  // Appends the units that lie entirely in the first `final_bytes` of `info`; call again when there are more.
  void read(Bytes info, Endian endian, std::size_t final_bytes, UnitList& list);

 private:
  bool read_one(Cursor& at, std::size_t final_bytes, UnitList& list);

  std::size_t next_ = 0;  // where the next unit's header stands
  bool ended_ = false;    // after a fault nothing can be found
};

// The value of an attribute, as far as this reader cares.
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
    SupplementaryText,  // offset in its .debug_str, where that was not handed in
    Signature,          // of a type unit
    Skipped,            // blocks, expressions, location lists: nobody asks for what they say
  };
  Kind kind = Kind::None;
  std::uint64_t number = 0;
  Text text;
};

// What an entry says of the fields that the reader knows; a field that it does not say is of Kind::None.
struct EntryFields {
  std::array<Value, field_count> values;
  Value& operator[](Field field) { return values[static_cast<std::size_t>(field)]; }
  const Value& operator[](Field field) const { return values[static_cast<std::size_t>(field)]; }
};

// A unit with what its first entry sets up: the bases that its other entries' forms lean on.
class Unit {
 public:
  // `table` must be that of the header's abbrev_offset and encoding. A split unit is given its skeleton, for
  // what it leaves to that: where addresses begin, the line program, the compilation directory.
  Unit(const Sections& sections, const UnitHeader& header, const AbbreviationTable& table,
       const Unit* skeleton = nullptr);

  const Sections& sections() const { return *sections_; }
  const UnitHeader& header() const { return *header_; }
  const AbbreviationTable& abbreviations() const { return *table_; }

  // Of the unit's own entry.
  std::uint16_t tag = 0;
  std::uint16_t language = 0;
  bool has_entries = false;  // besides its own
  bool has_code = false;     // it says where its code is:
  Value low_pc, high_pc, ranges;
  std::string_view name;
  std::string_view compilation_directory;
  Text producer;
  std::string_view split_file;  // DW_AT_dwo_name: the rest of this unit is there
  // What a skeleton and the split unit in that file have in common: from the header, or DW_AT_GNU_dwo_id.
  std::optional<std::uint64_t> dwo_id;
  std::optional<std::uint64_t> line_program;  // offset in .debug_line
  std::optional<std::uint64_t> base_address;  // DW_AT_low_pc: what range lists start from
  std::uint64_t address_base = 0;
  std::uint64_t string_offsets_base = 0;
  std::uint64_t range_lists_base = 0;
  // Split DWARF before version 5: what the lists of the split unit count from, as its skeleton says. The
  // skeleton's own lists do not.
  std::uint64_t split_ranges_base = 0;
  std::uint64_t ranges_base = 0;  // that, in the split unit

  // An entry's cursor, bounded by the unit's end. Offsets of the cursor are offsets in .debug_info.
  Cursor cursor_at(std::uint64_t offset) const;

  // Reads one value and resolves strings and references; addresses by index stay indexes (address()).
  Value read(Cursor& at, const AttributeSpec& spec) const;

  // Fills in the fields of an entry whose attributes `at` stands at, and moves past them.
  void read_fields(Cursor& at, const Abbreviation& abbreviation, EntryFields& fields) const;

  std::optional<std::uint64_t> address(const Value& value) const;
  std::optional<std::uint64_t> indexed_address(std::uint64_t index) const;

  // Is the rest of the unit in another file?
  bool is_skeleton() const { return header_->type == DW_UT_skeleton || !split_file.empty(); }

  // What says where no code is and has no entries has none; clang's modules look like skeletons, but for
  // that.
  bool may_have_code() const { return has_code || (has_entries && table_->has_functions_with_code()); }

  // Is a language with namespaces or classes, in which an unqualified name says too little?
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
