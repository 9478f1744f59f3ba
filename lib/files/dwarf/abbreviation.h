// .debug_abbrev, compiled: each kind of entry has not only its attributes but also short programs. One
// skips an entry in a few additions, as happens for nearly all entries of a file; another reads what a
// function or a call contains.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "files/dwarf/constants.h"
#include "ground/base/cursor.h"

namespace symkit::dwarf {

// Determines the sizes of forms.
struct Encoding {
  std::uint16_t version = 0;
  std::uint8_t address_size = 0;
  std::uint8_t offset_size = 0;  // 4, or 8 in 64-bit DWARF
  bool operator==(const Encoding&) const = default;
};

struct AttributeSpec {
  Attribute attribute{};
  Form form{};
  std::int64_t implicit_value = 0;  // DW_FORM_implicit_const
};

// How the walk over a unit treats an entry.
enum class EntryRole : std::uint8_t {
  Other,     // skipped, but its children are examined
  Barren,    // array, enumeration, function type: nothing below it can be code or a name's scope
  CallSite,  // a function's call of another; treated as barren
  Scope,     // namespace or class: gives names to what is inside
  Function,  // a subprogram
  Inlined,   // an inlined subroutine
};

// The attributes read from functions, calls and the entries with their names.
enum class Field : std::uint8_t {
  LowPc,
  HighPc,
  Ranges,
  LinkageName,
  Name,
  Specification,
  AbstractOrigin,
  CallFile,
  CallLine,
  CallColumn,
};
inline constexpr std::size_t field_count = 10;

struct SkipStep {
  enum class Kind : std::uint8_t { Fixed, Leb, Text, Block1, Block2, Block4, BlockLeb, Indirect };
  Kind kind{};
  std::uint32_t bytes = 0;  // skipped before what `kind` says
};

std::optional<Field> field_of(Attribute attribute);

// Reads one field, or skips attributes of variable size. The common forms are read inline.
struct FieldStep {
  enum class Kind : std::uint8_t {
    Skip,  // as `skip` says
    Number1,
    Number2,
    Number4,
    Number8,
    Constant,  // is in the abbreviation
    Address8,
    Reference4,  // within the unit
    Text4,       // offset in .debug_str
    Other,       // any form
  };
  Kind kind{};
  SkipStep::Kind skip{};
  Field field{};
  std::uint32_t bytes = 0;  // skipped first
  std::uint32_t spec = 0;   // index of the AttributeSpec in its table
};

// An entry with only fixed-size attributes, and thus fixed positions. Most calls, as written by GCC, are
// read like this, without running steps. Only for the machine's byte order.
struct PlainEntry {
  // A field is read without checking whether it exists; a missing one is 0.
  struct PlainField {
    std::uint32_t constant = 0;  // is in the abbreviation
    std::uint16_t offset = 0;
    std::uint8_t width = 0;
    std::uint64_t read(const std::uint8_t* entry) const {
      constexpr std::array<std::uint64_t, 9> masks = {0,
                                                      0xff,
                                                      0xffff,
                                                      0xffffff,
                                                      0xffffffff,
                                                      0xffffffffff,
                                                      0xffffffffffff,
                                                      0xffffffffffffff,
                                                      ~std::uint64_t{0}};
      std::uint64_t word = 0;
      std::memcpy(&word, entry + offset, sizeof(word));
      return (word & masks[width]) + constant;
    }
  };
  static constexpr std::size_t slack = sizeof(std::uint64_t);  // readable bytes needed after the entry

  std::uint64_t read(Field field, const std::uint8_t* entry) const {
    return places[static_cast<std::size_t>(field)].read(entry);
  }
  bool has(Field field) const { return places[static_cast<std::size_t>(field)].width != 0; }

  std::array<PlainField, field_count> places;
  std::uint32_t size = 0;
};

// How the walk skips the many irrelevant entries, without looking at their abbreviation.
struct QuickStep {
  enum class Kind : std::uint8_t {
    None,
    Inlined,         // an inlined call with a PlainEntry
    Opened,          // with relevant children: `bytes` is the size of the entry
    Fixed,           // no children: `bytes` is the size of the entry
    Steps,           // no children, but attributes of variable size
    Barren,          // irrelevant children: after `bytes`, a DW_FORM_ref4 gives the sibling
    BarrenClass,     // the same where classes contain no code
    CallSite,        // as Fixed, if call sites are not collected
    CallSiteSteps,   // … as Steps
    CallSiteBarren,  // … as Barren
  };
  std::uint32_t bytes = 0;  // without the abbreviation code
  Kind kind{};
};

struct Abbreviation {
  std::uint16_t tag = 0;
  EntryRole role = EntryRole::Other;
  bool has_children = false;
  bool has_code = false;     // low_pc or ranges among the attributes
  bool has_sibling = false;  // DW_AT_sibling at a fixed position: sibling_offset, sibling_form
  bool is_declaration = false;
  bool is_tail_call = false;
  bool has_discriminator = false;
  bool is_plain = false;          // an Inlined or a CallSite with a PlainEntry
  bool knows_tail_calls = false;  // of a Function entry: it describes all of its tail calls
  std::uint16_t sibling_offset = 0;
  Form sibling_form{};
  std::uint32_t first_spec = 0;
  std::uint32_t spec_count = 0;
  std::uint32_t first_step = 0;
  std::uint32_t step_count = 0;
  std::uint32_t fixed_size = 0;  // if step_count is 0: the size to skip
  std::uint32_t first_field_step = 0;
  std::uint32_t field_step_count = 0;
  std::uint32_t plain = 0;  // index of the PlainEntry
};

// Whether the form is defined. What follows a value of an unknown form cannot be found.
bool is_known(Form form);

// Moves past one value of the form.
void skip_form(Cursor& at, Form form, Encoding encoding);

// Moves past what `kind` describes.
inline void skip_part(Cursor& at, SkipStep::Kind kind, Encoding encoding) {
  switch (kind) {
    case SkipStep::Kind::Fixed: return;
    case SkipStep::Kind::Leb: return at.skip_leb();
    case SkipStep::Kind::Text: return at.skip_text();
    case SkipStep::Kind::Block1: return at.skip(at.u8());
    case SkipStep::Kind::Block2: return at.skip(at.u16());
    case SkipStep::Kind::Block4: return at.skip(at.u32());
    case SkipStep::Kind::BlockLeb: return at.skip(at.uleb());
    case SkipStep::Kind::Indirect: {
      const auto form = static_cast<Form>(at.uleb());
      if (form == DW_FORM_indirect || form == DW_FORM_implicit_const) return at.fail();
      return skip_form(at, form, encoding);
    }
  }
}

class AbbreviationTable {
 public:
  // Reads the table at `offset`; a broken table keeps everything before the fault.
  void read(Bytes section, std::uint64_t offset, Endian endian, Encoding encoding);
  // Reads only the abbreviation with this code, and what has_functions_with_code() says; that is complete
  // only if the code's own entry does not say where there is code. Returns how many bytes it looked at.
  std::uint64_t read_one(std::uint64_t code, Bytes section, std::uint64_t offset, Endian endian,
                         Encoding encoding);

  const Abbreviation* find(std::uint64_t code) const {
    if (code < dense_.size() && dense_[code] != 0) return &abbreviations_[dense_[code] - 1];
    return code < dense_.size() ? nullptr : find_sparse(code);
  }

  std::span<const AttributeSpec> specs(const Abbreviation& abbreviation) const {
    return std::span(specs_).subspan(abbreviation.first_spec, abbreviation.spec_count);
  }

  const AttributeSpec& spec(std::uint32_t number) const { return specs_[number]; }

  // For a Function, Inlined or CallSite entry: the program that reads its fields and ends after the
  // entry. Empty for entries with other roles.
  std::span<const FieldStep> field_steps(const Abbreviation& abbreviation) const {
    return std::span(field_steps_).subspan(abbreviation.first_field_step, abbreviation.field_step_count);
  }

  // For an entry that is_plain.
  const PlainEntry& plain(const Abbreviation& abbreviation) const { return plain_[abbreviation.plain]; }

  // Codes below dense_codes() only; codes are 1, 2, 3 … in practice.
  std::size_t dense_codes() const { return quick_.size(); }
  QuickStep quick(std::size_t code) const { return quick_[code]; }

  // Moves past the attributes of an entry.
  void skip(const Abbreviation& abbreviation, Cursor& at) const {
    if (abbreviation.step_count == 0) return at.skip(abbreviation.fixed_size);
    const SkipStep* step = steps_.data() + abbreviation.first_step;
    for (const SkipStep* end = step + abbreviation.step_count; step != end; ++step) {
      at.skip(step->bytes);
      skip_part(at, step->kind, encoding_);
    }
  }
  Encoding encoding() const { return encoding_; }

  bool has_functions_with_code() const { return has_functions_with_code_; }
  // False if the table is incomplete: everything before the fault can be used.
  bool is_whole() const { return is_whole_; }
  std::span<const Abbreviation> all() const { return abbreviations_; }
  // The memory and work it took to read, in entries.
  std::size_t size() const { return specs_.size() + abbreviations_.size() + dense_.size() + plain_.size(); }

 private:
  class FormSizes;
  // DWARF has some 140 attributes, vendors as many, and none occurs twice in an entry. Without a limit, an
  // entry of one byte could have a million attributes of size zero.
  static constexpr std::size_t most_attributes = 512;

  const Abbreviation* find_sparse(std::uint64_t code) const;
  void add(std::uint64_t code, Abbreviation abbreviation);
  bool read_head(Cursor& at, Abbreviation& abbreviation);
  bool read_specs(Cursor& at, Abbreviation& abbreviation);
  bool pass_over(Cursor& at);
  void compile(Abbreviation& abbreviation, const FormSizes& sizes);
  void compile_fields(Abbreviation& abbreviation, const FormSizes& sizes);
  void compile_plain(Abbreviation& abbreviation, const FormSizes& sizes);
  void clear();

  Encoding encoding_;
  std::vector<Abbreviation> abbreviations_;
  std::vector<std::uint32_t> dense_;  // code → index + 1; codes are 1, 2, 3 … in practice
  std::vector<std::pair<std::uint64_t, std::uint32_t>> sparse_;  // sorted by code
  std::vector<AttributeSpec> specs_;
  std::vector<SkipStep> steps_;
  std::vector<FieldStep> field_steps_;
  std::vector<PlainEntry> plain_;
  std::vector<QuickStep> quick_;  // by code, like dense_
  bool has_functions_with_code_ = false;
  bool is_whole_ = true;
};

}  // namespace symkit::dwarf
