// Rust's slices, Vec and VecDeque.
#include <string>

#include "ground/base/words.h"
#include "stacks/values/shapes/elements.h"
#include "stacks/values/shapes/rust_parts.h"
#include "stacks/values/shapes/shapes.h"

namespace symkit::values {
namespace {

void print_rust_row(Printer& out, std::uint64_t place, std::uint64_t count, TypeId element, Level level) {
  const auto size = out.size_of(element);
  std::uint64_t i = 0;
  print_listed(out, level, element, [&]() -> std::optional<std::uint64_t> {
    if (i == count || !size) return std::nullopt;
    return place + i++ * *size;
  });
}

}  // namespace

bool print_rust_slice(Printer& out, const Whole& whole, Level level) {
  const auto data = part_of(out, whole, "data_ptr");
  const auto place = number_in(out, data), count = number_in(out, part_of(out, whole, "length"));
  const TypeId element = data ? pointee_of(out, data->type) : 0;
  if (!count || element == 0) return false;
  out.put_known(say(whole.type.name, "(size=", *count, ")"));
  if (place) print_rust_row(out, *place, *count, element, level);
  return true;
}

bool print_rust_fat_pointer(Printer& out, const Whole& whole, Level level) {
  const auto data = part_of(out, whole, "data_ptr");
  const auto place = number_in(out, data), count = number_in(out, part_of(out, whole, "length"));
  const TypeId element = data ? pointee_of(out, data->type) : 0;
  if (!place || !count || element == 0) return false;
  out.put_known(say(whole.type.name, " "));
  print_elements(out, *place, element, *count, level);
  return true;
}

bool print_rust_vec(Printer& out, const Whole& whole, Level level) {
  const auto element = argument_of(whole.type, 0);
  const auto stored = stored_in_rust(out, whole);
  const auto count = number_in(out, part_of(out, whole, "len"));
  if (!element || !stored || !count) return false;
  out.put_known(say("Vec(size=", *count, ")"));
  print_rust_row(out, stored->place, *count, *element, level);
  return true;
}

bool print_rust_vec_deque(Printer& out, const Whole& whole, Level level) {
  const auto element = argument_of(whole.type, 0);
  const auto stored = stored_in_rust(out, whole);
  const auto head = number_in(out, part_of(out, whole, "head")),
             count = number_in(out, part_of(out, whole, "len"));
  const auto size = element ? out.size_of(*element) : std::nullopt;
  if (!stored || !head || !count || !size) return false;
  if (*count != 0 && stored->capacity == 0 && *size != 0) return false;
  out.put_known(say("VecDeque(size=", *count, ")"));
  std::uint64_t i = 0;
  print_listed(out, level, *element, [&]() -> std::optional<std::uint64_t> {
    if (i == *count) return std::nullopt;
    const std::uint64_t index = *size == 0 ? 0 : (*head + i) % stored->capacity;
    ++i;
    return stored->place + index * *size;
  });
  return true;
}

}  // namespace symkit::values
