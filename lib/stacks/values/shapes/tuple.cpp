// std::tuple and std::pair.
#include <string>
#include <vector>

#include "ground/base/words.h"
#include "stacks/values/shapes/children.h"
#include "stacks/values/shapes/shapes.h"

namespace symkit::values {
namespace {

constexpr std::size_t most_members = 64;

// GNU's tuple is a chain: each _Tuple_impl has that of the rest as its first base, and the value as its last.
bool collect_chain(const Printer& out, const Whole& whole, std::vector<Part>& found) {
  if (whole.type.members.empty() || !whole.type.members[0].is_base) return false;
  Part node = *first_part({whole.object}, whole.type);
  while (found.size() < most_members) {
    const Type& type = out.bare(node.type);
    if (!base_name(type.name).ends_with("_Tuple_impl") || type.members.empty() || type.members.size() > 2)
      return false;
    const Member& last = type.members.back();
    const Part head{node.object.at(last.offset), last.type};
    if (!last.is_base) return false;
    const auto value = part_of(out, head, {"_M_head_impl"});
    // An empty class is not a member, but a base.
    const auto base = value ? value : first_part(head, out.bare(head.type));
    if (!base) return false;
    found.push_back(*base);
    if (type.members.size() == 1) return true;
    node = Part{node.object.at(type.members[0].offset), type.members[0].type};
  }
  return false;
}

// LLVM's has a base for each.
bool collect_leaves(const Printer& out, const Whole& whole, std::vector<Part>& found) {
  const auto base = part_of(out, whole, "__base_");
  if (!base) return false;
  const Type& type = out.bare(base->type);
  for (const Member& member : type.members) {
    if (!member.is_base || found.size() == most_members) return false;
    const Part leaf{base->object.at(member.offset), member.type};
    const auto value = part_of(out, leaf, {"__value_"});
    const auto part = value ? value : first_part(leaf, out.bare(leaf.type));
    if (!part) return false;
    found.push_back(*part);
  }
  return true;
}

}  // namespace

std::optional<Part> first_of_tuple(const Printer& out, const Part& tuple) {
  std::vector<Part> parts;
  const bool is_known = collect_chain(out, {tuple.object, out.bare(tuple.type)}, parts);
  return is_known ? std::optional(parts.front()) : std::nullopt;
}

bool print_tuple(Printer& out, const Whole& whole, Level level) {
  const std::string name = base_name(whole.type.name);
  if (whole.type.members.empty()) return out.put_known(say("empty ", name)), true;
  std::vector<Part> parts;
  if (!collect_chain(out, whole, parts)) {
    parts.clear();
    if (!collect_leaves(out, whole, parts)) return false;
  }
  out.put_known(say(name, " containing"));
  Children children(out, level);
  for (std::size_t i = 0; i < parts.size() && children.begin(say("[", i + 1, "]")); ++i)
    out.value(parts[i].object, parts[i].type, children.level());
  children.end();
  return true;
}

bool print_pair(Printer& out, const Whole& whole, Level level) {
  const auto first = part_of(out, whole, "first"), second = part_of(out, whole, "second");
  if (!first || !second) return false;
  Children children(out, level, false);
  if (children.begin("first")) out.value(first->object, first->type, children.level());
  if (children.begin("second")) out.value(second->object, second->type, children.level());
  children.end();
  return true;
}

}  // namespace symkit::values
