#include "debug/locals/locations.h"

#include <optional>

#include "files/dwarf/location_list.h"
#include "files/dwarf/operations.h"

namespace symkit::locals {

using variables::Location;

Location Locations::of(const Lineage& variable, std::uint64_t address) {
  if (const auto [by_whom, detail] = variable.find(dwarf::DW_AT_location); detail != nullptr)
    return by(*by_whom, *detail, address);
  const auto [by_whom, detail] = variable.find(dwarf::DW_AT_const_value);
  if (detail == nullptr) return {};
  if (detail->has_block) return {Location::Kind::Constant, detail->block};
  if (detail->value.kind == dwarf::Value::Kind::Text)
    return {Location::Kind::Constant, as_bytes(detail->value.text.read())};
  if (detail->value.kind != dwarf::Value::Kind::Number) return {Location::Kind::NotUnderstood};
  const bool has_sign = detail->form == dwarf::DW_FORM_sdata || detail->form == dwarf::DW_FORM_implicit_const;
  return {Location::Kind::Constant, constant(detail->value.number, has_sign)};
}

Location Locations::by(const Found& found, const dwarf::Detail& detail, std::uint64_t address) {
  if (detail.has_block) return expression(found, detail.block);
  constexpr std::uint64_t longest = 1 << 20;
  std::optional<Bytes> here, otherwise;
  dwarf::each_location(found.entry.unit(), found.file->locations, detail, longest,
                       [&](const dwarf::ListedLocation& one) {
                         if (one.is_default)
                           otherwise = one.expression;
                         else if (one.range.begin <= address && address < one.range.end)
                           here = one.expression;
                         return !here;
                       });
  if (!here) here = otherwise;
  return here ? expression(found, *here) : Location{};
}

Location Locations::value_by(const Found& found, const dwarf::Detail& detail, std::uint64_t address) {
  Location location = by(found, detail, address);
  if (location.kind != Location::Kind::Expression || location.bytes.back() == dwarf::DW_OP_stack_value)
    return location;
  std::vector<std::uint8_t>& bytes = constants_.emplace_back(location.bytes.begin(), location.bytes.end());
  bytes.push_back(dwarf::DW_OP_stack_value);
  location.bytes = bytes;
  return location;
}

Location Locations::expression(const Found& by, Bytes bytes) {
  if (bytes.empty()) return {};
  const auto portable = expressions_.portable(by, bytes);
  if (!portable) return {Location::Kind::NotUnderstood};
  return {Location::Kind::Expression, *portable};
}

// Of sixteen bytes, for types that are so wide.
Bytes Locations::constant(std::uint64_t number, bool has_sign) {
  std::vector<std::uint8_t>& bytes = constants_.emplace_back();
  for (unsigned i = 0; i < sizeof(number); ++i) bytes.push_back(static_cast<std::uint8_t>(number >> i * 8));
  bytes.resize(2 * sizeof(number), has_sign && number >> 63 != 0 ? 0xff : 0);
  return bytes;
}

}  // namespace symkit::locals
