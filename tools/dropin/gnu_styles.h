// The demangling styles of GNU's tools: whose names are made readable.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace symkit::dropin {

// Ada's and Java's are taken as Auto: C++'s and Rust's.
enum class GnuStyle : std::uint8_t { Auto, None, Cpp, D, Rust };

// Empty: Auto. Nothing where there is no such style.
std::optional<GnuStyle> gnu_style_of(std::string_view name);

}  // namespace symkit::dropin
