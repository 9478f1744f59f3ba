// DWARF sections assembled from entries, in every version, width, address size and byte order:
//
//   SynthDwarf dwarf({.version = 5});
//   dwarf.begin_unit();
//   dwarf.open(DW_TAG_compile_unit, {{DW_AT_name, DW_FORM_strp, "market.c"}});
//   dwarf.entry(DW_TAG_subprogram, {{DW_AT_low_pc, DW_FORM_addr, 0x1000}, {DW_AT_high_pc, DW_FORM_data4,
//   0x20}}); dwarf.close().end_unit(); const Sections sections = dwarf.sections();
//
// A value says what is meant, its form how it is written: "market.c" as DW_FORM_strx goes to .debug_str and
// .debug_str_offsets, and its index to the entry. Abbreviations are made as entries need them.
#pragma once

#include <array>
#include <concepts>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>

#include "files/dwarf/constants.h"
#include "files/dwarf/sections.h"
#include "support/assembler.h"

namespace symkit::test {

struct DwarfForm {
  std::uint16_t version = 4;
  bool wide = false;  // 64-bit DWARF
  unsigned address_size = 8;
  Endian endian = Endian::Little;

  unsigned offset_size() const { return wide ? 8 : 4; }
};

// Each version, width, address size and byte order: 32 of them.
inline std::vector<DwarfForm> dwarf_forms() {
  std::vector<DwarfForm> forms;
  for (std::uint16_t version = 2; version <= 5; ++version)
    for (const bool wide : {false, true})
      for (const unsigned address_size : {4U, 8U})
        for (const Endian endian : {Endian::Little, Endian::Big})
          forms.push_back({version, wide, address_size, endian});
  return forms;
}

using EntryLabel = Assembler::Label;

struct SynthValue {
  SynthValue() = default;
  template <class T>
    requires std::integral<T> || std::is_enum_v<T>
  SynthValue(T value) : number(static_cast<std::uint64_t>(value)) {}
  SynthValue(const char* value) : text(value) {}
  SynthValue(std::string value) : text(std::move(value)) {}
  SynthValue(EntryLabel value) : entry(value) {}
  SynthValue(Buffer value) : block(std::move(value)) {}

  std::uint64_t number = 0;
  std::optional<std::string> text = std::nullopt;
  std::optional<EntryLabel> entry = std::nullopt;
  Buffer block = {};
};

struct SynthAttribute {
  dwarf::Attribute attribute;
  dwarf::Form form;
  SynthValue value = {};
  dwarf::Form actual = {};  // of DW_FORM_indirect
};

// How a unit's header differs from what the form says.
struct SynthUnit {
  dwarf::UnitType type = dwarf::DW_UT_compile;
  std::optional<std::uint16_t> version = std::nullopt;
  std::optional<unsigned> address_size = std::nullopt;
};

class SynthDwarf {
 public:
  explicit SynthDwarf(DwarfForm form = {})
      : form(form),
        info(assembler()),
        line(assembler()),
        line_str(assembler()),
        str(assembler()),
        str_offsets(assembler()),
        addr(assembler()),
        ranges(assembler()),
        rnglists(assembler()) {
    for (Assembler* text : {&line_str, &str}) text->cstring("");  // no string stands at 0
    str_offsets.number(0, form.offset_size()).u16(5).u16(0);      // a header, as far as anyone reads it
    addr.number(0, 8);
    strings_base = str_offsets.size();
    addresses_base = addr.size();
  }

  const DwarfForm form;
  Assembler info, line, line_str, str, str_offsets, addr, ranges, rnglists;
  std::uint64_t strings_base = 0;    // for DW_AT_str_offsets_base
  std::uint64_t addresses_base = 0;  // for DW_AT_addr_base
  // Which code the n-th abbreviation gets, from 1.
  std::function<std::uint64_t(std::uint64_t)> code_of = [](std::uint64_t n) { return n; };

  SynthDwarf& begin_unit(const SynthUnit& unit = {}) {
    unit_begin_ = info.here();
    unit_end_ = info.label();
    if (form.wide) info.u32(0xffffffff);
    const auto behind_length = info.label();
    info.distance(behind_length, unit_end_, form.offset_size()).place(behind_length);
    info.u16(unit.version.value_or(form.version));
    const unsigned address_size = unit.address_size.value_or(form.address_size);
    if (form.version >= 5) {
      info.u8(unit.type).u8(address_size).number(abbreviations_at, form.offset_size());
      if (unit.type == dwarf::DW_UT_skeleton || unit.type == dwarf::DW_UT_split_compile) info.u64(0x1d);
      if (unit.type == dwarf::DW_UT_type || unit.type == dwarf::DW_UT_split_type)
        info.u64(0x516).number(0, form.offset_size());
    } else {
      info.number(abbreviations_at, form.offset_size()).u8(address_size);
    }
    return *this;
  }
  SynthDwarf& end_unit() {
    info.place(unit_end_);
    return *this;
  }

  // An entry without children; with them, up to close().
  SynthDwarf& entry(dwarf::Tag tag, const std::vector<SynthAttribute>& attributes = {}) {
    return put_entry(tag, false, attributes);
  }
  SynthDwarf& open(dwarf::Tag tag, const std::vector<SynthAttribute>& attributes = {}) {
    return put_entry(tag, true, attributes);
  }
  SynthDwarf& close() {
    info.u8(0);
    return *this;
  }

  // A name for an entry to come, so that others can refer to it; at() stands before the entry.
  EntryLabel label() { return info.label(); }
  SynthDwarf& at(EntryLabel label) {
    info.place(label);
    return *this;
  }

  std::uint64_t add_text(Assembler& section, std::string_view text) {
    const std::uint64_t offset = section.size();
    section.cstring(text);
    return offset;
  }
  std::uint64_t add_string_index(std::string_view text) {
    const std::uint64_t index = (str_offsets.size() - strings_base) / form.offset_size();
    str_offsets.number(add_text(str, text), form.offset_size());
    return index;
  }
  std::uint64_t add_address(std::uint64_t address) {
    const std::uint64_t index = (addr.size() - addresses_base) / form.address_size;
    addr.address(address);
    return index;
  }

  // Writes a value as its form has it, where the entry or the line table's header wants it.
  void put(Assembler& out, dwarf::Form value_form, const SynthValue& value);

  // Valid until the next call.
  dwarf::Sections sections();

  static constexpr std::uint64_t abbreviations_at = 3;  // not 0, so that reading the offset matters

 private:
  using Shape = std::tuple<dwarf::Tag, bool, std::vector<std::tuple<unsigned, unsigned, std::uint64_t>>>;

  Assembler assembler() const { return Assembler(form.endian, form.address_size); }

  SynthDwarf& put_entry(dwarf::Tag tag, bool has_children, const std::vector<SynthAttribute>& attributes) {
    Shape shape{tag, has_children, {}};
    for (const SynthAttribute& a : attributes)
      std::get<2>(shape).emplace_back(a.attribute, a.form,
                                      a.form == dwarf::DW_FORM_implicit_const ? a.value.number : 0);
    const auto [known, is_new] = codes_.try_emplace(shape, 0);
    if (is_new) known->second = code_of(codes_.size());
    info.uleb(known->second);
    for (const SynthAttribute& a : attributes) {
      if (a.form == dwarf::DW_FORM_indirect) info.uleb(a.actual);
      put(info, a.form == dwarf::DW_FORM_indirect ? a.actual : a.form, a.value);
    }
    return *this;
  }

  void put_reference(Assembler& out, const SynthValue& value, unsigned width) {
    if (value.entry)
      out.distance(unit_begin_, *value.entry, width);
    else
      out.number(value.number, width);
  }
  void put_block(Assembler& out, const SynthValue& value, unsigned width) {
    width == 0 ? out.uleb(value.block.size()) : out.number(value.block.size(), width);
    out.bytes(value.block);
  }

  Buffer abbreviations() const;

  std::map<Shape, std::uint64_t> codes_;
  EntryLabel unit_begin_{}, unit_end_{};
  std::array<Buffer, 9> finished_;
};

inline Buffer SynthDwarf::abbreviations() const {
  Assembler out(form.endian, form.address_size);
  out.zeros(abbreviations_at);
  for (const auto& [shape, code] : codes_) {
    const auto& [tag, has_children, attributes] = shape;
    out.uleb(code).uleb(tag).u8(has_children ? 1 : 0);
    for (const auto& [attribute, value_form, implicit] : attributes) {
      out.uleb(attribute).uleb(value_form);
      if (value_form == dwarf::DW_FORM_implicit_const) out.sleb(static_cast<std::int64_t>(implicit));
    }
    out.u8(0).u8(0);
  }
  return out.u8(0).finish();
}

inline dwarf::Sections SynthDwarf::sections() {
  finished_ = {info.finish(),        abbreviations(), line.finish(),   line_str.finish(), str.finish(),
               str_offsets.finish(), addr.finish(),   ranges.finish(), rnglists.finish()};
  const auto& f = finished_;
  return {f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8], form.endian};
}

inline void SynthDwarf::put(Assembler& out, dwarf::Form value_form, const SynthValue& value) {
  using namespace dwarf;
  const auto text_index = [&] { return value.text ? add_string_index(*value.text) : value.number; };
  const auto text_offset = [&](Assembler& section) {
    return value.text ? add_text(section, *value.text) : value.number;
  };
  const unsigned offset_size = form.offset_size();
  switch (value_form) {
    case DW_FORM_addr: out.address(value.number); break;
    case DW_FORM_data1:
    case DW_FORM_flag: out.u8(value.number); break;
    case DW_FORM_data2: out.u16(value.number); break;
    case DW_FORM_data4:
    case DW_FORM_ref_sup4: out.u32(value.number); break;
    case DW_FORM_data8:
    case DW_FORM_ref_sup8:
    case DW_FORM_ref_sig8: out.u64(value.number); break;
    case DW_FORM_data16: out.u64(value.number).u64(0); break;
    case DW_FORM_udata:
    case DW_FORM_loclistx:
    case DW_FORM_rnglistx: out.uleb(value.number); break;
    case DW_FORM_sdata: out.sleb(static_cast<std::int64_t>(value.number)); break;
    case DW_FORM_sec_offset:
    case DW_FORM_strp_sup:
    case DW_FORM_GNU_ref_alt:
    case DW_FORM_GNU_strp_alt: out.number(value.number, offset_size); break;
    case DW_FORM_string: out.cstring(value.text.value_or("")); break;
    case DW_FORM_strp: out.number(text_offset(str), offset_size); break;
    case DW_FORM_line_strp: out.number(text_offset(line_str), offset_size); break;
    case DW_FORM_strx:
    case DW_FORM_GNU_str_index: out.uleb(text_index()); break;
    case DW_FORM_strx1: out.u8(text_index()); break;
    case DW_FORM_strx2: out.u16(text_index()); break;
    case DW_FORM_strx3: out.number(text_index(), 3); break;
    case DW_FORM_strx4: out.u32(text_index()); break;
    case DW_FORM_addrx:
    case DW_FORM_GNU_addr_index: out.uleb(add_address(value.number)); break;
    case DW_FORM_addrx1: out.u8(add_address(value.number)); break;
    case DW_FORM_addrx2: out.u16(add_address(value.number)); break;
    case DW_FORM_addrx3: out.number(add_address(value.number), 3); break;
    case DW_FORM_addrx4: out.u32(add_address(value.number)); break;
    case DW_FORM_ref1: put_reference(out, value, 1); break;
    case DW_FORM_ref2: put_reference(out, value, 2); break;
    case DW_FORM_ref4: put_reference(out, value, 4); break;
    case DW_FORM_ref8: put_reference(out, value, 8); break;
    case DW_FORM_ref_udata:
      if (value.entry) throw std::logic_error("DW_FORM_ref_udata takes a number here");
      out.uleb(value.number);
      break;
    case DW_FORM_ref_addr: {
      const unsigned width = form.version == 2 ? form.address_size : offset_size;
      value.entry ? out.offset_of(*value.entry, width) : out.number(value.number, width);
      break;
    }
    case DW_FORM_block1: put_block(out, value, 1); break;
    case DW_FORM_block2: put_block(out, value, 2); break;
    case DW_FORM_block4: put_block(out, value, 4); break;
    case DW_FORM_block:
    case DW_FORM_exprloc: put_block(out, value, 0); break;
    case DW_FORM_flag_present:
    case DW_FORM_implicit_const: break;
    default: out.bytes(value.block); break;  // a form that nobody has defined
  }
}

}  // namespace symkit::test
