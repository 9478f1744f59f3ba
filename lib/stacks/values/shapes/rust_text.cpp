// Rust's strings: str, String, OsString.
#include "stacks/values/characters.h"
#include "stacks/values/shapes/rust_parts.h"
#include "stacks/values/shapes/shapes.h"
#include "stacks/values/text_at.h"

namespace symkit::values {
namespace {

bool print_bytes(Printer& out, std::optional<std::uint64_t> place, std::optional<std::uint64_t> length) {
  if (!place || !length) return false;
  print_text(out, *place, *length, {}, false);
  return true;
}

}  // namespace

bool print_rust_str(Printer& out, const Whole& whole, Level) {
  return print_bytes(out, number_in(out, part_of(out, whole, "data_ptr")),
                     number_in(out, part_of(out, whole, "length")));
}

bool print_rust_string(Printer& out, const Whole& whole, Level) {
  const auto vector = part_of(out, whole, "vec");
  if (!vector) return false;
  const auto stored = stored_in_rust(out, {vector->object, out.bare(vector->type)});
  return stored && print_bytes(out, stored->place, number_in(out, part_of(out, *vector, {"len"})));
}

bool print_rust_os_string(Printer& out, const Whole& whole, Level) {
  auto vector = part_of(out, whole, {"inner", "inner"});
  // On Windows.
  if (const auto wide = part_of(out, whole, {"inner", "inner", "bytes"})) vector = wide;
  if (!vector) return false;
  const auto stored = stored_in_rust(out, {vector->object, out.bare(vector->type)});
  return stored && print_bytes(out, stored->place, number_in(out, part_of(out, *vector, {"len"})));
}

}  // namespace symkit::values
