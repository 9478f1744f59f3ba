#include "debug/locals/scopes.h"

#include <algorithm>
#include <iterator>

#include "debug/locals/functions.h"

namespace symkit::locals {
namespace {

bool is_variable(std::uint16_t tag) {
  return tag == dwarf::DW_TAG_formal_parameter || tag == dwarf::DW_TAG_variable;
}

// Compilers also write blocks without any code of their own: what is in them belongs to the block around.
bool says_where(const dwarf::Entry& block) {
  return block.find(dwarf::DW_AT_low_pc) != nullptr || block.find(dwarf::DW_AT_ranges) != nullptr;
}

// Of Go's functions, results without a name.
bool is_nameless(std::string_view name) { return name.empty() || name.starts_with("~"); }

}  // namespace

std::vector<variables::Scope> ScopeWalk::of(const Found& function) {
  scopes_.emplace_back();
  std::set<Entry> seen;
  walk(function, 0, 0, seen);
  std::ranges::reverse(scopes_);
  return std::move(scopes_);
}

// What is in inner blocks comes first.
void ScopeWalk::walk(const Found& parent, std::size_t scope, unsigned depth, std::set<Entry>& seen) {
  constexpr unsigned deepest = 200;
  if (depth == deepest) return;
  std::vector<variables::Variable> own;
  for (auto child = parent.first_child(); child; child = child->next()) {
    switch (child->entry.tag()) {
      case dwarf::DW_TAG_formal_parameter:
      case dwarf::DW_TAG_variable: add(*child, own, seen); break;
      case dwarf::DW_TAG_GNU_formal_parameter_pack:
        for (auto one = child->first_child(); one; one = one->next())
          if (is_variable(one->entry.tag())) add(*one, own, seen);
        break;
      case dwarf::DW_TAG_lexical_block:
        if (!says_where(child->entry) || has_code_at(child->entry, address_, allowance_))
          walk(*child, scope, depth + 1, seen);
        break;
      case dwarf::DW_TAG_inlined_subroutine: {
        if (!has_code_at(child->entry, address_, allowance_)) break;
        std::set<Entry> seen_inside;
        scopes_.emplace_back();
        walk(*child, scopes_.size() - 1, depth + 1, seen_inside);
        break;
      }
      default: break;
    }
  }
  if (parent.entry.tag() != dwarf::DW_TAG_lexical_block) add_repeated(parent, own, seen);
  std::ranges::move(own, std::back_inserter(scopes_[scope].variables));
}

void ScopeWalk::add(const Found& found, std::vector<variables::Variable>& to, std::set<Entry>& seen) {
  const Lineage lineage(found);
  for (const Found& one : lineage.all()) seen.insert({one.file, one.entry.offset()});
  // A declaration of what is elsewhere is no variable of the block.
  if (found.entry.is(dwarf::DW_AT_declaration)) return;
  const std::string_view name = lineage.text(dwarf::DW_AT_name);
  if (is_nameless(name)) return;
  variables::Variable& made = to.emplace_back();
  made.name = name;
  made.is_argument = found.entry.tag() == dwarf::DW_TAG_formal_parameter;
  if (const auto [by, detail] = lineage.find(dwarf::DW_AT_type); by != nullptr) made.type = types_.of(*by);
  made.location = locations_.of(lineage, address_);
}

// What the function was declared with, and this copy of it has left out.
void ScopeWalk::add_repeated(const Found& parent, std::vector<variables::Variable>& to,
                             std::set<Entry>& seen) {
  const auto origin = target_of(parent, dwarf::DW_AT_abstract_origin);
  if (!origin) return;
  for (auto child = origin->first_child(); child; child = child->next())
    if (is_variable(child->entry.tag()) && !seen.contains({child->file, child->entry.offset()}))
      add(*child, to, seen);
}

}  // namespace symkit::locals
