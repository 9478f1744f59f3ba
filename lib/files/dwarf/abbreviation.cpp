#include "files/dwarf/abbreviation.h"

#include <algorithm>
#include <bit>

namespace symkit::dwarf {

struct FormSize {
  SkipStep::Kind kind;
  std::uint32_t bytes;  // for Kind::Fixed
};

namespace {

constexpr std::uint64_t dense_limit = 1 << 16;

constexpr FormSize fixed(std::uint32_t bytes) { return {SkipStep::Kind::Fixed, bytes}; }
constexpr FormSize variable(SkipStep::Kind kind) { return {kind, 0}; }

// Nothing for an undefined form: what follows it cannot be found.
std::optional<FormSize> find_size(Form form, Encoding encoding) {
  using Kind = SkipStep::Kind;
  switch (form) {
    case DW_FORM_implicit_const:
    case DW_FORM_flag_present: return fixed(0);
    case DW_FORM_data1:
    case DW_FORM_ref1:
    case DW_FORM_flag:
    case DW_FORM_strx1:
    case DW_FORM_addrx1: return fixed(1);
    case DW_FORM_data2:
    case DW_FORM_ref2:
    case DW_FORM_strx2:
    case DW_FORM_addrx2: return fixed(2);
    case DW_FORM_strx3:
    case DW_FORM_addrx3: return fixed(3);
    case DW_FORM_data4:
    case DW_FORM_ref4:
    case DW_FORM_ref_sup4:
    case DW_FORM_strx4:
    case DW_FORM_addrx4: return fixed(4);
    case DW_FORM_data8:
    case DW_FORM_ref8:
    case DW_FORM_ref_sup8:
    case DW_FORM_ref_sig8: return fixed(8);
    case DW_FORM_data16: return fixed(16);
    case DW_FORM_addr: return fixed(encoding.address_size);
    case DW_FORM_ref_addr:  // DWARF 2 gave it the size of an address
      return fixed(encoding.version <= 2 ? encoding.address_size : encoding.offset_size);
    case DW_FORM_strp:
    case DW_FORM_line_strp:
    case DW_FORM_sec_offset:
    case DW_FORM_strp_sup:
    case DW_FORM_GNU_ref_alt:
    case DW_FORM_GNU_strp_alt: return fixed(encoding.offset_size);
    case DW_FORM_sdata:
    case DW_FORM_udata:
    case DW_FORM_ref_udata:
    case DW_FORM_strx:
    case DW_FORM_addrx:
    case DW_FORM_loclistx:
    case DW_FORM_rnglistx:
    case DW_FORM_GNU_addr_index:
    case DW_FORM_GNU_str_index: return variable(Kind::Leb);
    case DW_FORM_string: return variable(Kind::Text);
    case DW_FORM_block1: return variable(Kind::Block1);
    case DW_FORM_block2: return variable(Kind::Block2);
    case DW_FORM_block4: return variable(Kind::Block4);
    case DW_FORM_block:
    case DW_FORM_exprloc: return variable(Kind::BlockLeb);
    case DW_FORM_indirect: return variable(Kind::Indirect);
  }
  return std::nullopt;
}

FieldStep::Kind read_kind(Form form, Encoding encoding) {
  using Kind = FieldStep::Kind;
  switch (form) {
    case DW_FORM_data1: return Kind::Number1;
    case DW_FORM_data2: return Kind::Number2;
    case DW_FORM_data4: return Kind::Number4;
    case DW_FORM_data8: return Kind::Number8;
    case DW_FORM_implicit_const: return Kind::Constant;
    case DW_FORM_sec_offset: return encoding.offset_size == 4 ? Kind::Number4 : Kind::Number8;
    case DW_FORM_addr: return encoding.address_size == 8 ? Kind::Address8 : Kind::Other;
    case DW_FORM_ref4: return Kind::Reference4;
    case DW_FORM_strp: return encoding.offset_size == 4 ? Kind::Text4 : Kind::Other;
    default: return Kind::Other;
  }
}

EntryRole role_of(std::uint16_t tag) {
  switch (tag) {
    case DW_TAG_subprogram: return EntryRole::Function;
    case DW_TAG_inlined_subroutine: return EntryRole::Inlined;
    case DW_TAG_namespace:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_interface_type: return EntryRole::Scope;
    case DW_TAG_array_type:
    case DW_TAG_enumeration_type:
    case DW_TAG_subroutine_type: return EntryRole::Barren;
    case DW_TAG_call_site:
    case DW_TAG_GNU_call_site: return EntryRole::CallSite;
    default: return EntryRole::Other;
  }
}

// Whether a call's field may be read as a number of this size.
bool is_plain(Field field, FieldStep::Kind kind) {
  using Kind = FieldStep::Kind;
  switch (field) {
    case Field::LowPc: return kind == Kind::Address8;
    case Field::AbstractOrigin: return kind == Kind::Reference4;
    case Field::HighPc:
    case Field::Ranges: return kind == Kind::Number4 || kind == Kind::Number8;
    case Field::CallFile:
    case Field::CallLine: return kind >= Kind::Number1 && kind <= Kind::Constant;
    default: return false;
  }
}

// Set by a compiler on a function whose calls, at least those of this kind, are all described.
bool says_all_tail_calls(Attribute attribute) {
  return attribute == DW_AT_call_all_calls || attribute == DW_AT_call_all_tail_calls ||
         attribute == DW_AT_GNU_all_call_sites || attribute == DW_AT_GNU_all_tail_call_sites;
}

QuickStep quick_step_of(const Abbreviation& abbreviation) {
  using Kind = QuickStep::Kind;
  const bool is_function = abbreviation.role == EntryRole::Function;
  if (abbreviation.role == EntryRole::Inlined && abbreviation.is_plain) return {0, Kind::Inlined};
  if (abbreviation.role == EntryRole::Inlined || (is_function && abbreviation.has_code)) return {};
  const bool is_call = abbreviation.role == EntryRole::CallSite;
  if (!abbreviation.has_children) {
    if (abbreviation.step_count != 0) return {0, is_call ? Kind::CallSiteSteps : Kind::Steps};
    return {abbreviation.fixed_size, is_call ? Kind::CallSite : Kind::Fixed};
  }
  if (abbreviation.role == EntryRole::Other && abbreviation.step_count == 0)
    return {abbreviation.fixed_size, Kind::Opened};
  if (!abbreviation.has_sibling || abbreviation.sibling_form != DW_FORM_ref4) return {};
  if (abbreviation.role == EntryRole::Scope) return {abbreviation.sibling_offset, Kind::BarrenClass};
  if (is_call) return {abbreviation.sibling_offset, Kind::CallSiteBarren};
  const bool is_barren =
      abbreviation.role == EntryRole::Barren || (is_function && abbreviation.is_declaration);
  return is_barren ? QuickStep{abbreviation.sibling_offset, Kind::Barren} : QuickStep{};
}

}  // namespace

// Abbreviation tables look up the same few forms hundreds of times.
class AbbreviationTable::FormSizes {
 public:
  static const FormSizes& for_encoding(Encoding encoding) {
    thread_local FormSizes sizes;
    if (encoding != sizes.encoding_) sizes.learn(encoding);
    return sizes;
  }
  std::optional<FormSize> of(Form form) const {
    return form < sizes_.size() ? sizes_[form] : find_size(form, encoding_);
  }

 private:
  void learn(Encoding encoding) {
    for (unsigned i = 0; i < sizes_.size(); ++i) sizes_[i] = find_size(static_cast<Form>(i), encoding);
    encoding_ = encoding;
  }

  std::array<std::optional<FormSize>, DW_FORM_addrx4 + 1> sizes_;
  Encoding encoding_;  // the sizes are for this encoding
};

std::optional<Field> field_of(Attribute attribute) {
  switch (attribute) {
    case DW_AT_low_pc:
    case DW_AT_call_return_pc: return Field::LowPc;
    case DW_AT_high_pc: return Field::HighPc;
    case DW_AT_ranges: return Field::Ranges;
    case DW_AT_linkage_name:
    case DW_AT_MIPS_linkage_name: return Field::LinkageName;
    case DW_AT_name: return Field::Name;
    case DW_AT_specification: return Field::Specification;
    case DW_AT_abstract_origin:
    case DW_AT_call_origin: return Field::AbstractOrigin;
    case DW_AT_call_file: return Field::CallFile;
    case DW_AT_call_line: return Field::CallLine;
    case DW_AT_call_column: return Field::CallColumn;
    default: return std::nullopt;
  }
}

bool is_known(Form form) { return find_size(form, {}).has_value(); }

void skip_form(Cursor& at, Form form, Encoding encoding) {
  const auto size = find_size(form, encoding);
  if (!size) return at.fail();
  at.skip(size->bytes);
  skip_part(at, size->kind, encoding);
}

void AbbreviationTable::clear() {
  abbreviations_.clear();
  dense_.clear();
  sparse_.clear();
  specs_.clear();
  steps_.clear();
  field_steps_.clear();
  plain_.clear();
  quick_.clear();
  has_functions_with_code_ = false;
  is_whole_ = true;
}

void AbbreviationTable::read(Bytes section, std::uint64_t offset, Endian endian, Encoding encoding) {
  clear();  // keeps the memory
  encoding_ = encoding;
  const FormSizes& sizes = FormSizes::for_encoding(encoding);
  const bool is_native = (endian == Endian::Big) == (std::endian::native == std::endian::big);
  Cursor at(section, endian);
  at.seek(offset);
  for (std::uint64_t code = at.uleb(); code != 0; code = at.uleb()) {
    Abbreviation abbreviation;
    if (!read_head(at, abbreviation)) {
      is_whole_ = false;
      break;
    }
    compile(abbreviation, sizes);
    if (abbreviation.role == EntryRole::Function || abbreviation.role == EntryRole::Inlined ||
        abbreviation.role == EntryRole::CallSite)
      compile_fields(abbreviation, sizes);
    if (is_native && (abbreviation.role == EntryRole::Inlined || abbreviation.role == EntryRole::CallSite))
      compile_plain(abbreviation, sizes);
    add(code, abbreviation);
  }
  if (at.failed()) is_whole_ = false;
  std::ranges::stable_sort(sparse_, {}, &std::pair<std::uint64_t, std::uint32_t>::first);
}

// The tag, and what follows it.
bool AbbreviationTable::read_head(Cursor& at, Abbreviation& abbreviation) {
  abbreviation.tag = static_cast<std::uint16_t>(at.uleb());
  abbreviation.role = role_of(abbreviation.tag);
  abbreviation.has_children = at.u8() != 0;
  return read_specs(at, abbreviation);
}

bool AbbreviationTable::read_specs(Cursor& at, Abbreviation& abbreviation) {
  abbreviation.first_spec = static_cast<std::uint32_t>(specs_.size());
  while (true) {
    const std::uint64_t attribute = at.uleb();
    const std::uint64_t form = at.uleb();
    if (at.failed() || specs_.size() - abbreviation.first_spec > most_attributes) return false;
    if (attribute == 0 && form == 0) break;
    AttributeSpec spec{static_cast<Attribute>(attribute), static_cast<Form>(form), 0};
    if (spec.form == DW_FORM_implicit_const) spec.implicit_value = at.sleb();
    if (spec.attribute == DW_AT_low_pc || spec.attribute == DW_AT_ranges) abbreviation.has_code = true;
    if (spec.attribute == DW_AT_declaration) abbreviation.is_declaration = true;
    if (spec.attribute == DW_AT_call_tail_call || spec.attribute == DW_AT_GNU_tail_call)
      abbreviation.is_tail_call = true;
    if (spec.attribute == DW_AT_GNU_discriminator) abbreviation.has_discriminator = true;
    if (says_all_tail_calls(spec.attribute)) abbreviation.knows_tail_calls = true;
    specs_.push_back(spec);
  }
  abbreviation.spec_count = static_cast<std::uint32_t>(specs_.size()) - abbreviation.first_spec;
  if (abbreviation.role == EntryRole::Function && abbreviation.has_code) has_functions_with_code_ = true;
  return true;
}

void AbbreviationTable::compile(Abbreviation& abbreviation, const FormSizes& sizes) {
  abbreviation.first_step = static_cast<std::uint32_t>(steps_.size());
  std::uint32_t pending = 0;
  for (const AttributeSpec& spec : specs(abbreviation)) {
    const auto size = sizes.of(spec.form);
    // An unknown form: make the walk fail there, with a step longer than any unit.
    if (!size) {
      steps_.push_back({SkipStep::Kind::Fixed, UINT32_MAX});
      break;
    }
    const bool all_fixed_so_far = steps_.size() == abbreviation.first_step;
    if (spec.attribute == DW_AT_sibling && all_fixed_so_far && pending <= UINT16_MAX) {
      abbreviation.has_sibling = true;
      abbreviation.sibling_offset = static_cast<std::uint16_t>(pending);
      abbreviation.sibling_form = spec.form;
    }
    if (size->kind == SkipStep::Kind::Fixed) {
      pending += size->bytes;
    } else {
      steps_.push_back({size->kind, pending});
      pending = 0;
    }
  }
  abbreviation.step_count = static_cast<std::uint32_t>(steps_.size()) - abbreviation.first_step;
  abbreviation.fixed_size = pending;
  if (abbreviation.step_count != 0 && pending != 0) {
    steps_.push_back({SkipStep::Kind::Fixed, pending});
    ++abbreviation.step_count;
  }
}

void AbbreviationTable::compile_fields(Abbreviation& abbreviation, const FormSizes& sizes) {
  abbreviation.first_field_step = static_cast<std::uint32_t>(field_steps_.size());
  std::uint32_t pending = 0;
  const auto put = [&](FieldStep step) {
    step.bytes = pending;
    field_steps_.push_back(step);
    pending = 0;
  };
  for (std::uint32_t i = 0; i < abbreviation.spec_count; ++i) {
    const std::uint32_t number = abbreviation.first_spec + i;
    const AttributeSpec& spec = specs_[number];
    const auto size = sizes.of(spec.form);
    if (const auto field = field_of(spec.attribute)) {
      put({.kind = read_kind(spec.form, encoding_), .field = *field, .spec = number});
    } else if (!size) {
      pending = UINT32_MAX;  // an unknown form, as in compile()
      break;
    } else if (size->kind == SkipStep::Kind::Fixed) {
      pending += size->bytes;
    } else {
      put({.kind = FieldStep::Kind::Skip, .skip = size->kind});
    }
  }
  if (pending != 0) put({.kind = FieldStep::Kind::Skip, .skip = SkipStep::Kind::Fixed});
  abbreviation.field_step_count =
      static_cast<std::uint32_t>(field_steps_.size()) - abbreviation.first_field_step;
}

// There are as many calls as lines, so GCC's calls are read without running field steps.
void AbbreviationTable::compile_plain(Abbreviation& abbreviation, const FormSizes& sizes) {
  PlainEntry plain;
  for (const AttributeSpec& spec : specs(abbreviation)) {
    const auto size = sizes.of(spec.form);
    if (!size || size->kind != SkipStep::Kind::Fixed || plain.size > UINT16_MAX) return;
    if (const auto field = field_of(spec.attribute)) {
      const FieldStep::Kind kind = read_kind(spec.form, encoding_);
      if (!is_plain(*field, kind)) return;
      plain.places[static_cast<std::size_t>(*field)] = {
          .constant = kind == FieldStep::Kind::Constant ? static_cast<std::uint32_t>(spec.implicit_value) : 0,
          .offset = static_cast<std::uint16_t>(plain.size),
          .width = static_cast<std::uint8_t>(size->bytes)};
    }
    plain.size += size->bytes;
  }
  abbreviation.is_plain = true;
  abbreviation.plain = static_cast<std::uint32_t>(plain_.size());
  plain_.push_back(plain);
}

void AbbreviationTable::add(std::uint64_t code, Abbreviation abbreviation) {
  abbreviations_.push_back(abbreviation);
  const auto number = static_cast<std::uint32_t>(abbreviations_.size());
  if (code < dense_limit) {
    if (code >= dense_.size()) {
      dense_.resize(static_cast<std::size_t>(code) + 1);
      quick_.resize(dense_.size());
    }
    if (dense_[code] != 0) return;
    dense_[code] = number;
    quick_[code] = quick_step_of(abbreviation);
  } else {
    sparse_.emplace_back(code, number);
  }
}

const Abbreviation* AbbreviationTable::find_sparse(std::uint64_t code) const {
  const auto found =
      std::ranges::lower_bound(sparse_, code, {}, &std::pair<std::uint64_t, std::uint32_t>::first);
  const bool is_known = found != sparse_.end() && found->first == code;
  return is_known ? &abbreviations_[found->second - 1] : nullptr;
}

}  // namespace symkit::dwarf
