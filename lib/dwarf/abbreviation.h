// .debug_abbrev, compiled: for each kind of entry not only its attributes but a short program that steps
// over one in a few additions, since nearly all entries of a file are stepped over.
#pragma once

#include <cstdint>
#include <vector>

#include "base/cursor.h"
#include "dwarf/constants.h"

namespace symkit::dwarf {

// What the width of a form depends on.
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

// What the walk over a unit does with an entry.
enum class EntryRole : std::uint8_t {
  Other,     // stepped over; its children are looked at
  Type,      // array, enumeration, function type: nothing below it can be code
  Scope,     // namespace or class: gives names to what is inside
  Function,  // a subprogram
  Inlined,   // an inlined subroutine
};

struct SkipStep {
  enum class Kind : std::uint8_t { Fixed, Leb, Text, Block1, Block2, Block4, BlockLeb, Indirect };
  Kind kind{};
  std::uint32_t bytes = 0;  // stepped over before what `kind` says
};

struct Abbreviation {
  std::uint16_t tag = 0;
  EntryRole role = EntryRole::Other;
  bool has_children = false;
  bool has_code = false;     // low_pc or ranges among the attributes
  bool has_sibling = false;  // DW_AT_sibling, at a fixed place: sibling_offset, sibling_form
  bool is_declaration = false;
  std::uint16_t sibling_offset = 0;
  Form sibling_form{};
  std::uint32_t first_spec = 0;
  std::uint32_t spec_count = 0;
  std::uint32_t first_step = 0;
  std::uint32_t step_count = 0;
  std::uint32_t fixed_size = 0;  // where step_count is 0: all there is to step over
};

class AbbreviationTable {
 public:
  // Reads the table at `offset`; a broken table keeps what came before the fault.
  void read(Bytes section, std::uint64_t offset, Endian endian, Encoding encoding);

  const Abbreviation* find(std::uint64_t code) const {
    if (code < dense_.size() && dense_[code] != 0) return &abbreviations_[dense_[code] - 1];
    return code < dense_.size() ? nullptr : find_sparse(code);
  }

  std::span<const AttributeSpec> specs(const Abbreviation& abbreviation) const {
    return std::span(specs_).subspan(abbreviation.first_spec, abbreviation.spec_count);
  }

  // Moves past the attributes of an entry.
  void skip(const Abbreviation& abbreviation, Cursor& at) const {
    if (abbreviation.step_count != 0) return run_steps(abbreviation, at);
    at.skip(abbreviation.fixed_size);
  }

  bool has_functions_with_code() const { return has_functions_with_code_; }
  // How much memory and work it took to read, in entries.
  std::size_t size() const { return specs_.size() + abbreviations_.size() + dense_.size(); }

 private:
  const Abbreviation* find_sparse(std::uint64_t code) const;
  void add(std::uint64_t code, Abbreviation abbreviation);
  bool read_specs(Cursor& at, Abbreviation& abbreviation);
  void compile(Abbreviation& abbreviation);
  void run_steps(const Abbreviation& abbreviation, Cursor& at) const;

  Encoding encoding_;
  std::vector<Abbreviation> abbreviations_;
  std::vector<std::uint32_t> dense_;  // code → index + 1; codes are 1, 2, 3 … in practice
  std::vector<std::pair<std::uint64_t, std::uint32_t>> sparse_;  // by code
  std::vector<AttributeSpec> specs_;
  std::vector<SkipStep> steps_;
  bool has_functions_with_code_ = false;
};

// Moves past one value of the form.
void skip_form(Cursor& at, Form form, Encoding encoding);

}  // namespace symkit::dwarf
