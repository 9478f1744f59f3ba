#include "debug/locals/calls.h"

#include <array>
#include <utility>

namespace symkit::locals {
namespace {

bool is_call(std::uint16_t tag) {
  return tag == dwarf::DW_TAG_call_site || tag == dwarf::DW_TAG_GNU_call_site;
}

bool is_tail(const dwarf::Entry& entry) {
  return entry.is(dwarf::DW_AT_call_tail_call) || entry.is(dwarf::DW_AT_GNU_tail_call);
}

std::optional<std::uint64_t> return_of(const dwarf::Entry& entry) {
  const dwarf::Detail* said = entry.find(dwarf::DW_AT_call_return_pc);
  if (said == nullptr) said = entry.find(dwarf::DW_AT_low_pc);
  return said == nullptr ? std::nullopt : entry.unit().address(said->value);
}

std::optional<Found> callee_of(const Found& call) {
  auto callee = target_of(call, dwarf::DW_AT_call_origin);
  return callee ? callee : target_of(call, dwarf::DW_AT_abstract_origin);
}

const dwarf::Detail* first_of(const dwarf::Entry& entry, std::initializer_list<dwarf::Attribute> attributes) {
  for (const dwarf::Attribute one : attributes)
    if (const dwarf::Detail* const said = entry.find(one); said != nullptr && said->has_block) return said;
  return nullptr;
}

Bytes expression_of(const Found& by, const dwarf::Detail* said, Locations& locations) {
  return said == nullptr ? Bytes() : locations.expression(by, said->block).bytes;
}

variables::CallSite site_of(const Found& call, const Calls::Surroundings& where) {
  variables::CallSite made;
  if (auto callee = callee_of(call)) {
    const Lineage lineage(*std::move(callee));
    made.callee = where.functions.begin_of(lineage);
    if (!made.callee) made.symbol = symbol_of(lineage);
    if (!made.symbol.empty()) made.callee = where.begin_of(made.symbol);
  } else {
    made.target = expression_of(
        call, first_of(call.entry, {dwarf::DW_AT_call_target, dwarf::DW_AT_GNU_call_site_target}),
        where.locations);
  }
  for (auto child = call.first_child(); child; child = child->next()) {
    const auto expression = [&](std::initializer_list<dwarf::Attribute> attributes) {
      return expression_of(*child, first_of(child->entry, attributes), where.locations);
    };
    variables::Passed passed{
        .to = expression({dwarf::DW_AT_location}),
        .value = expression({dwarf::DW_AT_call_value, dwarf::DW_AT_GNU_call_site_value}),
        .data = expression({dwarf::DW_AT_call_data_value, dwarf::DW_AT_GNU_call_site_data_value})};
    if (!passed.to.empty()) made.passed.push_back(passed);
  }
  return made;
}

}  // namespace

std::string_view symbol_of(const Lineage& function) {
  if (!function.is(dwarf::DW_AT_external)) return {};
  for (const dwarf::Attribute one :
       {dwarf::DW_AT_linkage_name, dwarf::DW_AT_MIPS_linkage_name, dwarf::DW_AT_name})
    if (const std::string_view name = function.text(one); !name.empty()) return name;
  return {};
}

void Calls::walk(const Found& parent, unsigned depth) {
  constexpr unsigned deepest = 200;
  if (depth == deepest) return;
  for (auto child = parent.first_child(); child; child = child->next()) {
    const std::uint16_t tag = child->entry.tag();
    if (is_call(tag))
      all_.push_back(*child);
    else if (tag == dwarf::DW_TAG_lexical_block || tag == dwarf::DW_TAG_inlined_subroutine)
      walk(*child, depth + 1);
  }
}

std::optional<variables::CallSite> Calls::returning_to(std::uint64_t address,
                                                       const Surroundings& where) const {
  for (const Found& call : all_)
    if (!is_tail(call.entry) && return_of(call.entry) == address) return site_of(call, where);
  return std::nullopt;
}

std::vector<variables::CallSite> Calls::tails(const Surroundings& where) const {
  std::vector<variables::CallSite> tails;
  for (const Found& call : all_)
    if (is_tail(call.entry)) tails.push_back(site_of(call, where));
  return tails;
}

}  // namespace symkit::locals
