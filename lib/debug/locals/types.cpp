#include "debug/locals/types.h"

#include <utility>

#include "files/dwarf/operations.h"
#include "ground/base/cursor.h"
#include "names/demangle/demangle.h"

namespace symkit::locals {
namespace {

using enum dwarf::Operation;
using variables::Encoding;
using variables::Kind;

Kind kind_of(std::uint16_t tag) {
  switch (tag) {
    case dwarf::DW_TAG_base_type: return Kind::Base;
    case dwarf::DW_TAG_pointer_type: return Kind::Pointer;
    case dwarf::DW_TAG_reference_type: return Kind::Reference;
    case dwarf::DW_TAG_rvalue_reference_type: return Kind::MovedReference;
    case dwarf::DW_TAG_ptr_to_member_type: return Kind::MemberPointer;
    case dwarf::DW_TAG_array_type: return Kind::Array;
    case dwarf::DW_TAG_structure_type:
    case dwarf::DW_TAG_class_type:
    case dwarf::DW_TAG_interface_type: return Kind::Record;
    case dwarf::DW_TAG_union_type: return Kind::Union;
    case dwarf::DW_TAG_enumeration_type: return Kind::Enumeration;
    case dwarf::DW_TAG_subroutine_type: return Kind::Function;
    case dwarf::DW_TAG_typedef: return Kind::Alias;
    case dwarf::DW_TAG_const_type: return Kind::Const;
    case dwarf::DW_TAG_volatile_type: return Kind::Volatile;
    case dwarf::DW_TAG_restrict_type: return Kind::Restrict;
    case dwarf::DW_TAG_atomic_type: return Kind::Atomic;
    case dwarf::DW_TAG_unspecified_type: return Kind::Unspecified;
    default: return Kind::Unknown;
  }
}

// As DW_ATE_… has them.
Encoding encoding_of(std::uint64_t number) {
  switch (number) {
    case 0x01: return Encoding::Address;
    case 0x02: return Encoding::Boolean;
    case 0x03: return Encoding::ComplexFloat;
    case 0x04: return Encoding::Float;
    case 0x05: return Encoding::Signed;
    case 0x06: return Encoding::SignedCharacter;
    case 0x07: return Encoding::Unsigned;
    case 0x08: return Encoding::UnsignedCharacter;
    case 0x10: return Encoding::Utf;
    default: return Encoding::Unknown;
  }
}

// Of an attribute without a sign of its own.
std::uint64_t extended(const dwarf::Detail& detail, bool has_sign) {
  if (detail.has_block && detail.block.size() >= 8) return Cursor(detail.block, Endian::Little).u64();
  const std::uint64_t number = detail.value.number;
  if (!has_sign) return number;
  switch (detail.form) {
    case dwarf::DW_FORM_data1: return static_cast<std::uint64_t>(static_cast<std::int8_t>(number));
    case dwarf::DW_FORM_data2: return static_cast<std::uint64_t>(static_cast<std::int16_t>(number));
    case dwarf::DW_FORM_data4: return static_cast<std::uint64_t>(static_cast<std::int32_t>(number));
    default: return number;
  }
}

// A constant, or an expression that adds one.
std::optional<std::uint64_t> offset_of(const dwarf::Detail& detail) {
  if (!detail.has_block)
    return detail.value.kind == dwarf::Value::Kind::Number ? std::optional(detail.value.number)
                                                           : std::nullopt;
  constexpr std::uint8_t plus_uconst = 0x23, constu = 0x10, plus = 0x22;
  Cursor at(detail.block, Endian::Little);
  const std::uint8_t first = at.u8();
  const std::uint64_t number = at.uleb();
  const bool is_sum = first == plus_uconst || (first == constu && at.u8() == plus);
  return is_sum && !at.failed() && at.at_end() ? std::optional(number) : std::nullopt;
}

// How many elements there are up to an upper bound. That of an array without any is -1.
std::uint64_t behind(const dwarf::Detail& bound) {
  const bool is_none = bound.form == dwarf::DW_FORM_data4 && bound.value.number == UINT32_MAX;
  return is_none ? 0 : bound.value.number + 1;
}

// Of a virtual base: the object's first pointer leads to a table that has the offset, so far from there.
std::int64_t offset_in_table(Bytes expression) {
  Cursor at(expression, Endian::Little);
  if (at.u8() != DW_OP_dup || at.u8() != DW_OP_deref) return 0;
  const std::uint8_t code = at.u8();
  std::int64_t distance = 0;
  if (code >= DW_OP_lit0 && code < DW_OP_lit0 + 32)
    distance = code - DW_OP_lit0;
  else if (code == DW_OP_const1u)
    distance = at.u8();
  else if (code == DW_OP_constu)
    distance = static_cast<std::int64_t>(at.uleb() & INT32_MAX);
  const bool is_as_usual = at.u8() == DW_OP_minus && at.u8() == DW_OP_deref && at.u8() == DW_OP_plus;
  return is_as_usual && !at.failed() && at.at_end() ? -distance : 0;
}

std::optional<variables::Method> virtual_method(const Found& found) {
  const auto* const slot = found.entry.find(dwarf::DW_AT_vtable_elem_location);
  if (slot == nullptr || !slot->has_block) return std::nullopt;
  Cursor at(slot->block, Endian::Little);
  const bool is_number = at.u8() == DW_OP_constu;
  const std::uint64_t number = at.uleb();
  if (!is_number || at.failed()) return std::nullopt;
  const std::string_view symbol = found.entry.text(dwarf::DW_AT_linkage_name);
  return variables::Method{demangle::demangle(symbol, {.as_gnu = true}), number};
}

bool is_pack(const Found& found) { return found.entry.tag() == dwarf::DW_TAG_GNU_template_parameter_pack; }

}  // namespace

variables::TypeId Types::of(const Found& found, dwarf::Attribute attribute) {
  const auto there = target_of(found, attribute);
  return there ? numbers_.of(*there) : 0;
}

const variables::Type& Types::at(variables::TypeId id) {
  static const variables::Type none;
  if (id == 0 || id > numbers_.count()) return none;
  if (types_.size() < id) types_.resize(id);
  if (!types_[id - 1]) {
    const auto found = numbers_.at(id);
    variables::Type type = found ? read(*found) : none;
    types_[id - 1] = std::move(type);
  }
  return *types_[id - 1];
}

variables::Type Types::read(const Found& found) {
  // What it consists of is in a unit of its own.
  if (const auto whole = target_of(found, dwarf::DW_AT_signature);
      whole && whole->entry.find(dwarf::DW_AT_signature) == nullptr)
    return read(*whole);
  const dwarf::Entry& entry = found.entry;
  variables::Type type;
  type.kind = kind_of(entry.tag());
  type.is_class = entry.tag() == dwarf::DW_TAG_class_type;
  type.is_scoped = entry.is(dwarf::DW_AT_enum_class);
  type.is_declared_only = entry.is(dwarf::DW_AT_declaration);
  if (const auto size = entry.number(dwarf::DW_AT_byte_size)) {
    type.has_size = true;
    type.size = *size;
  } else if (type.kind == Kind::Pointer || type.kind == Kind::Reference ||
             type.kind == Kind::MovedReference || type.kind == Kind::MemberPointer) {
    type.has_size = true;
    type.size = entry.unit().header().encoding.address_size;
    // One to a function has how far the object's begin is to be moved, too.
    const auto to = type.kind == Kind::MemberPointer ? target_of(found, dwarf::DW_AT_type) : std::nullopt;
    if (to && to->entry.tag() == dwarf::DW_TAG_subroutine_type) type.size *= 2;
  }
  type.go_kind = static_cast<std::uint8_t>(entry.number(dwarf::DW_AT_go_kind).value_or(0));
  type.encoding = encoding_of(entry.number(dwarf::DW_AT_encoding).value_or(0));
  type.name = name_of(found);
  type.of = of(found);
  type.container = of(found, dwarf::DW_AT_containing_type);
  if (type.kind == Kind::Array) {
    read_array(found, type);
  } else if (type.kind == Kind::Record || type.kind == Kind::Union || type.kind == Kind::Enumeration ||
             type.kind == Kind::Function) {
    read_record(found, type);
  }
  return type;
}

// What a record, a union, an enumeration or a function's type consists of.
void Types::read_record(const Found& found, variables::Type& type) {
  const bool has_sign = [&] {
    const auto under = target_of(found, dwarf::DW_AT_type);
    const auto encoding = under ? under->entry.number(dwarf::DW_AT_encoding) : std::nullopt;
    if (!encoding) return true;
    const Encoding is = encoding_of(*encoding);
    return is == Encoding::Signed || is == Encoding::SignedCharacter;
  }();
  for (auto child = found.first_child(); child; child = child->next()) {
    switch (child->entry.tag()) {
      case dwarf::DW_TAG_member:
        // Static ones are declared so before version 5.
        if (!child->entry.is(dwarf::DW_AT_external) && !child->entry.is(dwarf::DW_AT_declaration))
          type.members.push_back(member_of(*child));
        break;
      case dwarf::DW_TAG_inheritance:
        type.members.push_back(member_of(*child));
        type.members.back().is_base = true;
        break;
      case dwarf::DW_TAG_enumerator:
        if (const auto* const value = child->entry.find(dwarf::DW_AT_const_value); value != nullptr)
          type.enumerators.push_back({child->entry.text(dwarf::DW_AT_name), extended(*value, has_sign)});
        break;
      case dwarf::DW_TAG_formal_parameter: type.parameters.push_back(of(*child)); break;
      case dwarf::DW_TAG_template_type_parameter:
        type.arguments.emplace_back(child->entry.text(dwarf::DW_AT_name), of(*child));
        break;
      case dwarf::DW_TAG_subprogram:
        if (auto method = virtual_method(*child)) type.methods.push_back(*std::move(method));
        break;
      case dwarf::DW_TAG_variant_part: type.variants = variants_of(*child); break;
      default:
        if (!is_pack(*child)) break;
        for (auto one = child->first_child(); one; one = one->next())
          type.arguments.emplace_back(one->entry.text(dwarf::DW_AT_name), of(*one));
    }
  }
}

variables::Member Types::member_of(const Found& found) {
  const dwarf::Entry& entry = found.entry;
  variables::Member member{.name = entry.text(dwarf::DW_AT_name), .type = of(found)};
  member.is_artificial = entry.is(dwarf::DW_AT_artificial);
  member.is_virtual = entry.number(dwarf::DW_AT_virtuality).value_or(0) != 0;
  if (const auto* const location = entry.find(dwarf::DW_AT_data_member_location); location != nullptr) {
    const auto offset = offset_of(*location);
    member.offset = offset.value_or(0);
    if (!offset) member.is_virtual = true;
    if (location->has_block) member.offset_in_table = offset_in_table(location->block);
  }
  member.bit_size = static_cast<std::uint32_t>(entry.number(dwarf::DW_AT_bit_size).value_or(0));
  if (member.bit_size == 0) return member;
  member.bit_offset = member.offset * 8;
  if (const auto offset = entry.number(dwarf::DW_AT_data_bit_offset)) {
    member.bit_offset += *offset;
  } else if (const auto from_top = entry.number(dwarf::DW_AT_bit_offset)) {
    auto size = entry.number(dwarf::DW_AT_byte_size);
    if (!size) {
      const auto under = target_of(found, dwarf::DW_AT_type);
      size = under ? under->entry.number(dwarf::DW_AT_byte_size) : std::nullopt;
    }
    member.bit_offset += size.value_or(4) * 8 - *from_top - member.bit_size;
  }
  return member;
}

variables::Variants Types::variants_of(const Found& found) {
  variables::Variants variants;
  const auto discriminant = target_of(found, dwarf::DW_AT_discr);
  if (discriminant) variants.discriminant = member_of(*discriminant);
  for (auto child = found.first_child(); child; child = child->next()) {
    if (child->entry.tag() != dwarf::DW_TAG_variant) continue;
    variables::Variant one;
    if (const auto* const value = child->entry.find(dwarf::DW_AT_discr_value); value != nullptr)
      one.chosen_by.push_back(extended(*value, false));
    for (auto part = child->first_child(); part; part = part->next())
      if (part->entry.tag() == dwarf::DW_TAG_member) one.content = member_of(*part);
    variants.all.push_back(std::move(one));
  }
  return variants;
}

void Types::read_array(const Found& found, variables::Type& type) {
  for (auto child = found.first_child(); child; child = child->next()) {
    if (child->entry.tag() != dwarf::DW_TAG_subrange_type) continue;
    variables::Dimension one;
    for (const dwarf::Attribute attribute : {dwarf::DW_AT_count, dwarf::DW_AT_upper_bound}) {
      const auto* const said = child->entry.find(attribute);
      if (said == nullptr) continue;
      if (said->value.kind == dwarf::Value::Kind::Number) {
        one.count = attribute == dwarf::DW_AT_count ? said->value.number : behind(*said);
      } else if (const auto variable = target_of(*child, *said)) {
        one.counted_by = variables_.of(*variable);
      } else if (said->has_block) {
        one.counted_by = variables_.of(*child);
      }
      one.is_to_last = attribute == dwarf::DW_AT_upper_bound;
      break;
    }
    type.dimensions.push_back(one);
  }
}

std::string Types::name_of(const Found& found) const {
  std::string text;
  // Where one is completed may be another scope than where it was declared.
  if (const auto declared = target_of(found, dwarf::DW_AT_specification);
      declared && declared->entry.find(dwarf::DW_AT_specification) == nullptr)
    return name_of(*declared);
  const std::string_view name = found.entry.text(dwarf::DW_AT_name);
  // The enumerators of one without a name are in its scope.
  if (name.empty() && found.entry.tag() != dwarf::DW_TAG_enumeration_type) return text;
  dwarf::OpenUnit* const open = found.file->units.with(found.entry.offset());
  if (open != nullptr && open->unit->composes_names())
    dwarf::enclosing_scopes(*open, found.entry.offset(), text);
  if (!text.empty()) text += "::";
  text += name;
  return text;
}

}  // namespace symkit::locals
