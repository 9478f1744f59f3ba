// What Rust's containers have in common.
#pragma once

#include <cstdint>
#include <optional>

#include "stacks/values/shapes/parts.h"

namespace symkit::values {

// The address in a Unique or NonNull.
std::optional<std::uint64_t> address_in_rust(const Printer& out, const std::optional<Part>& pointer);

struct RustBuffer {
  std::uint64_t place = 0;
  std::uint64_t capacity = 0;
};
// Where a container's `buf` (or `buf.inner`) keeps its elements.
std::optional<RustBuffer> stored_in_rust(const Printer& out, const Whole& container);

}  // namespace symkit::values
