// Iterators of GNU's library: printed as what they point to.
#include "stacks/values/shapes/shapes.h"

namespace symkit::values {
bool print_iterator(Printer& out, const Whole& whole, Level level) {
  auto pointer = part_of(out, whole, "_M_current");
  if (!pointer) pointer = part_of(out, whole, "_M_cur");
  const auto at = number_in(out, pointer);
  const TypeId element = pointer ? pointee_of(out, pointer->type) : 0;
  if (!at || element == 0 || out.where().memory.at(*at, 1).empty()) return false;
  out.value(out.at(*at), element, level);
  return true;
}

bool print_bit_iterator(Printer& out, const Whole& whole, Level) {
  const auto place = number_in(out, part_of(out, whole, "_M_p"));
  const auto offset = number_in(out, part_of(out, whole, "_M_offset"));
  if (!place || !offset || *offset >= 64) return false;
  const auto byte = out.where().memory.number(*place + *offset / 8, 1);
  if (!byte) return false;
  out.put_known((*byte >> *offset % 8 & 1U) != 0 ? "true" : "false");
  return true;
}

bool print_tree_iterator(Printer& out, const Whole& whole, Level level) {
  const auto element = argument_of(whole.type, 0);
  const auto node = number_in(out, part_of(out, whole, "_M_node"));
  if (!element || !node) return false;
  // Behind a colour and three pointers.
  const std::uint64_t offset =
      aligned(4 * std::uint64_t{out.where().address_size}, alignment_of(out, *element));
  if (out.where().memory.at(*node + offset, 1).empty()) return false;
  out.value(out.at(*node + offset), *element, level);
  return true;
}

}  // namespace symkit::values
