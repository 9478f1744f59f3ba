#include "files/dwarf/unit.h"

#include <algorithm>

#include "ground/base/words.h"

namespace symkit::dwarf {
namespace {

// Longer than any name in use. Without a limit a million entries could each refer to one text of
// megabytes.
constexpr std::size_t longest_text = 1 << 18;

bool has_dwo_id(UnitType type) { return type == DW_UT_skeleton || type == DW_UT_split_compile; }
bool has_signature(UnitType type) { return type == DW_UT_type || type == DW_UT_split_type; }

// Returns what is wrong with a header; empty if nothing is. `at` is after the unit's length.
std::string_view read_header(Cursor& at, UnitHeader& unit) {
  unit.encoding.version = at.u16();
  if (unit.encoding.version < 2 || unit.encoding.version > 5) return "its version is not 2 to 5";
  unit.type = DW_UT_compile;
  if (unit.encoding.version >= 5) {
    unit.type = static_cast<UnitType>(at.u8());
    unit.encoding.address_size = at.u8();
    unit.abbrev_offset = at.unsigned_of(unit.encoding.offset_size);
    if (has_dwo_id(unit.type)) unit.dwo_id = at.u64();
    if (has_signature(unit.type)) at.skip(8U + unit.encoding.offset_size);
  } else {
    unit.abbrev_offset = at.unsigned_of(unit.encoding.offset_size);
    unit.encoding.address_size = at.u8();
  }
  if (at.failed()) return "its header is truncated";
  const unsigned size = unit.encoding.address_size;
  if (size != 1 && size != 2 && size != 4 && size != 8) return "its address size is not 1, 2, 4 or 8";
  return {};
}

void note_fault(UnitList& list, std::uint64_t offset, std::string_view what) {
  if (list.fault.empty()) list.fault = say("unit at ", hex(offset), ": ", what);
  if (list.faults.size() < UnitList::most_faults) list.faults.push_back({offset, what});
}

}  // namespace

UnitList read_units(const Sections& sections) {
  UnitList list;
  UnitReader().read(sections.info, sections.endian, sections.info.size(), list);
  return list;
}

std::optional<UnitHeader> read_unit(const Sections& sections, std::uint64_t offset) {
  if (offset >= sections.info.size()) return std::nullopt;
  UnitList list;
  Cursor at(sections.info, sections.endian, static_cast<std::size_t>(offset));
  UnitReader().read_one(at, sections.info.size(), list);
  return list.units.empty() ? std::nullopt : std::optional(list.units.front());
}

void UnitReader::read(Bytes info, Endian endian, std::size_t final_bytes, UnitList& list) {
  const bool is_all = final_bytes == info.size();
  while (!ended_ && next_ < info.size()) {
    if (!is_all && final_bytes < next_ + longest_unit_header) return;
    Cursor at(info, endian, next_);
    if (!read_one(at, final_bytes, list)) return;
  }
}

// False if there is no unit, or not yet.
bool UnitReader::read_one(Cursor& at, std::size_t final_bytes, UnitList& list) {
  UnitHeader unit;
  unit.offset = at.offset();
  std::uint64_t length = at.u32();
  unit.encoding.offset_size = length == 0xffffffff ? 8 : 4;
  if (unit.encoding.offset_size == 8) length = at.u64();
  if (at.failed() || length > at.remaining()) {
    note_fault(list, unit.offset, "it runs past the end of .debug_info");
    ended_ = true;
    return false;
  }
  unit.end = at.offset() + length;
  if (unit.end > final_bytes) return false;
  next_ = static_cast<std::size_t>(unit.end);
  if (length == 0) return true;  // padding between units
  const std::string_view fault = read_header(at, unit);
  unit.first_entry = at.offset();
  if (fault.empty() && unit.first_entry <= unit.end) {
    list.units.push_back(unit);
  } else {
    note_fault(list, unit.offset, fault.empty() ? "it is too short" : fault);
  }
  return true;
}

const UnitHeader* UnitList::containing(std::uint64_t offset) const {
  auto after = std::ranges::upper_bound(units, offset, {}, &UnitHeader::offset);
  if (after == units.begin()) return nullptr;
  --after;
  return offset < after->end ? &*after : nullptr;
}

Unit::Unit(const Sections& sections, const UnitHeader& header, const AbbreviationTable& table,
           const Unit* skeleton)
    : dwo_id(header.dwo_id), sections_(&sections), header_(&header), table_(&table) {
  if (skeleton != nullptr) lean_on(*skeleton);
  read_own_entry();
  if (skeleton == nullptr) return;
  split_file = {};  // it repeats its own name there
  base_address = skeleton->base_address;
  line_program = skeleton->line_program;
  if (compilation_directory.empty()) compilation_directory = skeleton->compilation_directory;
}

// Its share of .debug_rnglists begins with a header, but that of .debug_str_offsets is passed in without
// one.
void Unit::lean_on(const Unit& skeleton) {
  address_base = skeleton.address_base;
  ranges_base = skeleton.split_ranges_base;
  if (header_->encoding.version >= 5)
    range_lists_base = location_lists_base = header_->encoding.offset_size == 8 ? 20 : 12;
}

Cursor Unit::cursor_at(std::uint64_t offset) const {
  const Bytes up_to_end = sections_->info.first(static_cast<std::size_t>(header_->end));
  Cursor at(up_to_end, sections_->endian);
  at.seek(offset);
  return at;
}

// In two rounds, as bases may come after the attributes whose forms need them.
void Unit::read_own_entry() {
  Cursor at = cursor_at(header_->first_entry);
  const Abbreviation* abbreviation = table_->find(at.uleb());
  if (abbreviation == nullptr) return;
  tag = abbreviation->tag;
  has_entries = abbreviation->has_children;
  has_code = abbreviation->has_code;
  const Cursor attributes = at;
  for (const AttributeSpec& spec : table_->specs(*abbreviation)) {
    const Value value = read(at, spec);
    switch (spec.attribute) {
      case DW_AT_str_offsets_base: string_offsets_base = value.number; break;
      case DW_AT_addr_base:
      case DW_AT_GNU_addr_base: address_base = value.number; break;
      case DW_AT_rnglists_base: range_lists_base = value.number; break;
      case DW_AT_loclists_base: location_lists_base = value.number; break;
      case DW_AT_GNU_ranges_base: split_ranges_base = value.number; break;
      default: break;
    }
  }
  at = attributes;
  for (const AttributeSpec& spec : table_->specs(*abbreviation)) {
    const Value value = read(at, spec);
    if (at.failed()) return;
    switch (spec.attribute) {
      case DW_AT_name: name = value.text.read(); break;
      case DW_AT_comp_dir: compilation_directory = value.text.read(); break;
      case DW_AT_dwo_name:
      case DW_AT_GNU_dwo_name: split_file = value.text.read(); break;
      case DW_AT_GNU_dwo_id: dwo_id = value.number; break;
      case DW_AT_language: language = static_cast<std::uint16_t>(value.number); break;
      case DW_AT_producer: producer = value.text; break;
      case DW_AT_stmt_list: line_program = value.number; break;
      case DW_AT_low_pc:
        low_pc = value;
        base_address = address(value);
        break;
      case DW_AT_high_pc: high_pc = value; break;
      case DW_AT_ranges: ranges = value; break;
      default: break;
    }
  }
}

Value Unit::read(Cursor& at, const AttributeSpec& spec) const {
  return read_form(at, spec.form, spec.implicit_value, 0);
}

Value Unit::read_form(Cursor& at, Form form, std::int64_t implicit_value, unsigned depth) const {
  using Kind = Value::Kind;
  const unsigned offset_size = header_->encoding.offset_size;
  const auto number = [](std::uint64_t value) { return Value{Kind::Number, value, {}}; };
  switch (form) {
    case DW_FORM_addr: return {Kind::Address, at.unsigned_of(header_->encoding.address_size), {}};
    case DW_FORM_data1:
    case DW_FORM_flag: return number(at.u8());
    case DW_FORM_data2: return number(at.u16());
    case DW_FORM_data4: return number(at.u32());
    case DW_FORM_data8: return number(at.u64());
    case DW_FORM_udata: return number(at.uleb());
    case DW_FORM_sdata: return number(static_cast<std::uint64_t>(at.sleb()));
    case DW_FORM_implicit_const: return number(static_cast<std::uint64_t>(implicit_value));
    case DW_FORM_flag_present: return number(1);
    case DW_FORM_sec_offset: return number(at.unsigned_of(offset_size));
    case DW_FORM_string: return {Kind::Text, 0, Text::ended(at.cstring())};
    case DW_FORM_strp: return text_at(sections_->str, at.unsigned_of(offset_size));
    case DW_FORM_line_strp: return text_at(sections_->line_str, at.unsigned_of(offset_size));
    case DW_FORM_strx:
    case DW_FORM_GNU_str_index: return indexed_text(at.uleb());
    case DW_FORM_strx1: return indexed_text(at.u8());
    case DW_FORM_strx2: return indexed_text(at.u16());
    case DW_FORM_strx3: return indexed_text(at.u24());
    case DW_FORM_strx4: return indexed_text(at.u32());
    case DW_FORM_addrx:
    case DW_FORM_GNU_addr_index: return {Kind::AddressIndex, at.uleb(), {}};
    case DW_FORM_addrx1: return {Kind::AddressIndex, at.u8(), {}};
    case DW_FORM_addrx2: return {Kind::AddressIndex, at.u16(), {}};
    case DW_FORM_addrx3: return {Kind::AddressIndex, at.u24(), {}};
    case DW_FORM_addrx4: return {Kind::AddressIndex, at.u32(), {}};
    case DW_FORM_loclistx: return number(at.uleb());
    case DW_FORM_rnglistx: return {Kind::RangeIndex, at.uleb(), {}};
    case DW_FORM_ref1: return reference(at.u8());
    case DW_FORM_ref2: return reference(at.u16());
    case DW_FORM_ref4: return reference(at.u32());
    case DW_FORM_ref8: return reference(at.u64());
    case DW_FORM_ref_udata: return reference(at.uleb());
    case DW_FORM_ref_addr:
      return {Kind::Reference,
              at.unsigned_of(header_->encoding.version <= 2 ? header_->encoding.address_size : offset_size),
              {}};
    case DW_FORM_ref_sup4: return {Kind::Supplementary, at.u32(), {}};
    case DW_FORM_ref_sup8: return {Kind::Supplementary, at.u64(), {}};
    case DW_FORM_GNU_ref_alt: return {Kind::Supplementary, at.unsigned_of(offset_size), {}};
    case DW_FORM_strp_sup:
    case DW_FORM_GNU_strp_alt: return supplementary_text(at.unsigned_of(offset_size));
    case DW_FORM_ref_sig8: return {Kind::Signature, at.u64(), {}};
    case DW_FORM_indirect: {
      const auto actual = static_cast<Form>(at.uleb());
      if (depth > 0 || actual == DW_FORM_implicit_const) {
        at.fail();
        return {};
      }
      return read_form(at, actual, 0, depth + 1);
    }
    default: skip_form(at, form, header_->encoding); return {Kind::Skipped, 0, {}};
  }
}

void Unit::read_fields(Cursor& at, const Abbreviation& abbreviation, EntryFields& fields) const {
  using Step = FieldStep::Kind;
  using Kind = Value::Kind;
  for (const FieldStep& step : table_->field_steps(abbreviation)) {
    at.skip(step.bytes);
    Value& value = fields[step.field];
    switch (step.kind) {
      case Step::Skip: skip_part(at, step.skip, header_->encoding); break;
      case Step::Number1: value = {Kind::Number, at.u8(), {}}; break;
      case Step::Number2: value = {Kind::Number, at.u16(), {}}; break;
      case Step::Number4: value = {Kind::Number, at.u32(), {}}; break;
      case Step::Number8: value = {Kind::Number, at.u64(), {}}; break;
      case Step::Constant:
        value = {Kind::Number, static_cast<std::uint64_t>(table_->spec(step.spec).implicit_value), {}};
        break;
      case Step::Address8: value = {Kind::Address, at.u64(), {}}; break;
      case Step::Reference4: value = reference(at.u32()); break;
      case Step::Text4: value = text_at(sections_->str, at.u32()); break;
      case Step::Other: value = read(at, table_->spec(step.spec)); break;
    }
  }
}

Value Unit::reference(std::uint64_t offset_in_unit) const {
  if (offset_in_unit >= header_->end - header_->offset) return {};
  return {Value::Kind::Reference, header_->offset + offset_in_unit, {}};
}

Value Unit::text_at(Bytes section, std::uint64_t offset) {
  if (offset >= section.size()) return {};
  const Bytes rest = section.subspan(static_cast<std::size_t>(offset));
  return {Value::Kind::Text, offset, Text(rest.first(std::min(rest.size(), longest_text)))};
}

Value Unit::supplementary_text(std::uint64_t offset) const {
  const Value found = text_at(sections_->supplementary_str, offset);
  return found.kind == Value::Kind::Text ? found : Value{Value::Kind::SupplementaryText, offset, {}};
}

Value Unit::indexed_text(std::uint64_t index) const {
  const unsigned width = header_->encoding.offset_size;
  Cursor at(sections_->str_offsets, sections_->endian);
  at.seek(string_offsets_base);
  if (index > at.remaining() / width) return {};
  at.skip(index * width);
  const std::uint64_t offset = at.unsigned_of(width);
  return at.failed() ? Value{} : text_at(sections_->str, offset);
}

std::optional<std::uint64_t> Unit::address(const Value& value) const {
  if (value.kind == Value::Kind::Address) return value.number;
  if (value.kind == Value::Kind::AddressIndex) return indexed_address(value.number);
  return std::nullopt;
}

std::optional<std::uint64_t> Unit::indexed_address(std::uint64_t index) const {
  const unsigned width = header_->encoding.address_size;
  Cursor at(sections_->addr, sections_->endian);
  at.seek(address_base);
  if (index > at.remaining() / width) return std::nullopt;
  at.skip(index * width);
  const std::uint64_t value = at.unsigned_of(width);
  if (at.failed()) return std::nullopt;
  return value;
}

bool Unit::composes_names() const {
  constexpr std::array scoped = {
      DW_LANG_C_plus_plus,    DW_LANG_C_plus_plus_03, DW_LANG_C_plus_plus_11, DW_LANG_C_plus_plus_14,
      DW_LANG_C_plus_plus_17, DW_LANG_C_plus_plus_20, DW_LANG_ObjC_plus_plus, DW_LANG_D,
      DW_LANG_Rust,           DW_LANG_Swift};
  return std::ranges::find(scoped, static_cast<Language>(language)) != scoped.end();
}

}  // namespace symkit::dwarf
