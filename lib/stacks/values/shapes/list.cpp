// std::list and std::forward_list.
#include <string>

#include "ground/base/words.h"
#include "stacks/values/shapes/elements.h"
#include "stacks/values/shapes/shapes.h"

namespace symkit::values {
namespace {

// A node leads to the next by one of its words; the value is behind so many.
struct Chain {
  std::uint64_t first = 0;
  std::uint64_t end = 0;  // the address that is no node
  unsigned next_word = 0;
  std::uint64_t value_offset = 0;
  TypeId value = 0;
};

void print_chain(Printer& out, const Chain& chain, std::string_view name, Level level) {
  if (chain.first == chain.end) return out.put_known(say("empty ", name));
  out.put_known(name);
  std::uint64_t node = chain.first;
  print_numbered(out, level, chain.value, [&]() -> std::optional<std::uint64_t> {
    if (node == chain.end) return std::nullopt;
    const std::uint64_t here = node;
    const auto following = number_at(out, here + std::uint64_t{chain.next_word} * out.where().address_size);
    node = following.value_or(chain.end);
    return here + chain.value_offset;
  });
}

std::string heading_of(const Type& type) {
  // GNU's printers keep the namespace of the version here.
  return type.name.starts_with("std::__cxx11::") ? say("std::__cxx11::", base_name(type.name).substr(5))
                                                 : base_name(type.name);
}

}  // namespace

bool print_list(Printer& out, const Whole& whole, Level level) {
  const auto element = argument_of(whole.type, 0);
  if (!element) return false;
  const std::uint64_t offset =
      aligned(2 * std::uint64_t{out.where().address_size}, alignment_of(out, *element));
  const auto head = part_of(out, whole, {"_M_impl", "_M_node"});
  const auto end = part_of(out, whole, "__end_");
  const auto& place = head ? head : end;
  if (!place || !place->object.address()) return false;
  const auto first = number_in(out, part_of(out, *place, {head ? "_M_next" : "__next_"}));
  if (!first) return false;
  print_chain(out, {*first, *place->object.address(), head ? 0U : 1U, offset, *element},
              heading_of(whole.type), level);
  return true;
}

bool print_forward_list(Printer& out, const Whole& whole, Level level) {
  const auto element = argument_of(whole.type, 0);
  if (!element) return false;
  auto first = number_in(out, part_of(out, whole, {"_M_impl", "_M_head", "_M_next"}));
  if (!first) first = number_in(out, part_of(out, whole, {"__before_begin_", "__value_", "__next_"}));
  if (!first) first = number_in(out, part_of(out, whole, {"__before_begin_", "__next_"}));
  if (!first) return false;
  const std::uint64_t offset = aligned(out.where().address_size, alignment_of(out, *element));
  print_chain(out, {*first, 0, 0, offset, *element}, heading_of(whole.type), level);
  return true;
}

}  // namespace symkit::values
