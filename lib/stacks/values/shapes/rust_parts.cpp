#include "stacks/values/shapes/rust_parts.h"

namespace symkit::values {

std::optional<std::uint64_t> address_in_rust(const Printer& out, const std::optional<Part>& pointer) {
  // A record with one member, which is a pointer or such a record again.
  constexpr unsigned deepest = 4;
  std::optional<Part> part = pointer;
  for (unsigned i = 0; part && i < deepest; ++i) {
    const Type& type = out.bare(part->type);
    if (type.kind == Kind::Pointer) return number_in(out, part);
    if (type.kind != Kind::Record) return std::nullopt;
    auto inner = part_of(out, *part, {"pointer"});
    part = inner ? inner : first_part(*part, type);
  }
  return std::nullopt;
}

std::optional<RustBuffer> stored_in_rust(const Printer& out, const Whole& container) {
  auto buffer = part_of(out, container, {"buf", "inner"});
  if (!buffer) buffer = part_of(out, container, "buf");
  if (!buffer) return std::nullopt;
  const auto place = address_in_rust(out, part_of(out, *buffer, {"ptr"}));
  auto capacity = number_in(out, part_of(out, *buffer, {"cap"}));
  if (!capacity) capacity = number_in(out, part_of(out, *buffer, {"cap", "__0"}));
  if (!place || !capacity) return std::nullopt;
  return RustBuffer{*place, *capacity};
}

}  // namespace symkit::values
