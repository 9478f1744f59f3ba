// The length of a demangled Rust v0 name. Its back-references can double the text at every step, so a
// short name can need more memory than there is; this walks the name without writing anything.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace symkit::demangle {

// Roughly, at least the length of the readable name; nothing if the name is not a complete one.
std::optional<std::uint64_t> rust_v0_size(std::string_view mangled);

}  // namespace symkit::demangle
