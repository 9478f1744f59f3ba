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

std::optional<variables::CallSite> Calls::returning_to(std::uint64_t address, const Functions& functions,
                                                       Locations& locations) const {
  for (const Found& call : all_) {
    if (is_tail(call.entry) || return_of(call.entry) != address) continue;
    variables::CallSite made;
    if (auto callee = callee_of(call)) {
      const Lineage lineage(*std::move(callee));
      made.callee = functions.begin_of(lineage);
      if (!made.callee) made.symbol = symbol_of(lineage);
    } else {
      made.target = expression_of(
          call, first_of(call.entry, {dwarf::DW_AT_call_target, dwarf::DW_AT_GNU_call_site_target}),
          locations);
    }
    for (auto child = call.first_child(); child; child = child->next())
      if (const auto* const to = first_of(child->entry, {dwarf::DW_AT_location}); to != nullptr)
        made.passed.push_back(
            {expression_of(*child, to, locations),
             expression_of(
                 *child, first_of(child->entry, {dwarf::DW_AT_call_value, dwarf::DW_AT_GNU_call_site_value}),
                 locations)});
    return made;
  }
  return std::nullopt;
}

std::vector<Calls::Tail> Calls::tails(const Functions& functions) const {
  std::vector<Tail> tails;
  for (const Found& call : all_) {
    if (!is_tail(call.entry)) continue;
    auto callee = callee_of(call);
    tails.push_back({callee ? functions.begin_of(Lineage(*std::move(callee))) : std::nullopt});
  }
  return tails;
}

}  // namespace symkit::locals
