// What wraps another container or a part of one: std::stack, queue, span, atomic, bitset.
#include <string>

#include "ground/base/words.h"
#include "stacks/values/shapes/elements.h"
#include "stacks/values/shapes/shapes.h"

namespace symkit::values {
namespace {

void print_row(Printer& out, const Whole& whole, std::uint64_t begin, std::uint64_t count, TypeId element,
               Level level) {
  out.put_known(say(base_name(whole.type.name), " of length ", count));
  const auto size = out.size_of(element);
  std::uint64_t i = 0;
  print_listed(out, level, element, [&]() -> std::optional<std::uint64_t> {
    if (i == count || !size) return std::nullopt;
    return begin + i++ * *size;
  });
}

// The count of a span that is in its type, as "std::span<int, 3>".
std::optional<std::uint64_t> count_in_name(std::string_view name) {
  const std::size_t comma = name.rfind(", ");
  if (comma == std::string_view::npos) return std::nullopt;
  std::uint64_t count = 0;
  for (const char c : name.substr(comma + 2)) {
    if (c < '0' || c > '9') break;
    count = count * 10 + static_cast<unsigned>(c - '0');
  }
  return count;
}

}  // namespace

bool print_adaptor(Printer& out, const Whole& whole, Level level) {
  const auto inner = part_of(out, whole, "c");
  if (!inner || !has_children(out, out.bare(inner->type))) return false;
  out.put(say(base_name(whole.type.name), " wrapping: "));
  out.value(inner->object, inner->type, level);
  return true;
}

bool print_span(Printer& out, const Whole& whole, Level level) {
  const auto element = argument_of(whole.type, 0);
  auto begin = number_in(out, part_of(out, whole, "_M_ptr"));
  auto count = number_in(out, part_of(out, whole, {"_M_extent", "_M_extent_value"}));
  if (!begin) begin = number_in(out, part_of(out, whole, "__data_"));
  if (!count) count = number_in(out, part_of(out, whole, "__size_"));
  if (!count) count = count_in_name(whole.type.name);
  if (!element || !begin || !count) return false;
  print_row(out, whole, *begin, *count, *element, level);
  return true;
}

bool print_initializer_list(Printer& out, const Whole& whole, Level level) {
  const auto element = argument_of(whole.type, 0);
  auto begin = number_in(out, part_of(out, whole, "_M_array"));
  auto count = number_in(out, part_of(out, whole, "_M_len"));
  if (!begin) begin = number_in(out, part_of(out, whole, "__begin_"));
  if (!count) count = number_in(out, part_of(out, whole, "__size_"));
  if (!element || !begin || !count) return false;
  print_row(out, whole, *begin, *count, *element, level);
  return true;
}

bool print_atomic(Printer& out, const Whole& whole, Level level) {
  const auto type = argument_of(whole.type, 0);
  if (!type) return false;
  std::optional<Part> value;
  for (const auto path : {"_M_i", "_M_fp", "_M_p"})
    if (!value) value = part_of(out, whole, path);
  if (!value) value = part_of(out, whole, {"_M_b", "_M_p"});
  if (!value) value = part_of(out, whole, {"_M_base", "_M_i"});
  if (!value) value = part_of(out, whole, {"__a_", "__a_value"});
  if (!value) return false;
  out.put(say(base_name(whole.type.name), "<", name_of(*type, out.types()), "> = { "));
  out.value(value->object, value->type, level);
  out.put(" }");
  return true;
}

bool print_bitset(Printer& out, const Whole& whole, Level level) {
  auto words = part_of(out, whole, "_M_w");
  if (!words) words = part_of(out, whole, "__first_");
  const auto size = words ? out.size_of(words->type) : std::nullopt;
  constexpr std::uint64_t largest = 1U << 16;
  if (!size || *size > largest) return false;
  out.put_known(base_name(whole.type.name));
  Children children(out, level);
  for (std::uint64_t i = 0; i < *size && !out.is_full(); ++i) {
    const auto byte = words->object.at(i).number(1);
    if (!byte) break;
    for (unsigned bit = 0; bit < 8; ++bit)
      if ((byte->low >> bit & 1U) != 0 && children.begin(say("[", i * 8 + bit, "]"))) out.put("1");
  }
  children.end();
  return true;
}

}  // namespace symkit::values
