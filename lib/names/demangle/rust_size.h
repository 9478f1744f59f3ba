// How much text a Rust v0 name stands for. Its back-references can double the text at every step, so a short
// name can ask for more memory than there is; this walks the name without writing anything.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace symkit::demangle {

// Not less than the size of the readable name, roughly; nothing, where the name is no whole one.
std::optional<std::uint64_t> rust_v0_size(std::string_view mangled);

}  // namespace symkit::demangle
