// Go's strings and slices. gdb knows strings by itself, slices by the script of Go's runtime.
#include <string>

#include "ground/base/words.h"
#include "stacks/values/shapes/elements.h"
#include "stacks/values/shapes/shapes.h"
#include "stacks/values/text_at.h"

namespace symkit::values {

bool print_go_string(Printer& out, const Whole& whole, Level) {
  const auto place = number_in(out, part_of(out, whole, "str"));
  const auto length = number_in(out, part_of(out, whole, "len"));
  if (!place || !length) return false;
  out.put_known(say(hex(*place), " "));
  print_text(out, *place, *length, {}, false);
  return true;
}

bool print_go_slice(Printer& out, const Whole& whole, Level level) {
  const auto data = part_of(out, whole, "array");
  const auto place = number_in(out, data), count = number_in(out, part_of(out, whole, "len"));
  const TypeId element = data ? pointee_of(out, data->type) : 0;
  const auto size = out.size_of(element);
  if (!place || !count || element == 0 || !size || !part_of(out, whole, "cap")) return false;
  out.put_known(whole.type.name);
  std::uint64_t i = 0;
  print_listed(out, level, element, [&]() -> std::optional<std::uint64_t> {
    if (i == *count) return std::nullopt;
    return *place + i++ * *size;
  });
  return true;
}

}  // namespace symkit::values
