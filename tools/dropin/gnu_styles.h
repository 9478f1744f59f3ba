// The demangling styles of GNU's tools: the languages whose names are demangled.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace symkit::dropin {

// Ada's and Java's are treated as Auto: C++ and Rust.
enum class GnuStyle : std::uint8_t { Auto, None, Cpp, D, Rust };

// Empty: Auto. Nothing if there is no such style.
std::optional<GnuStyle> gnu_style_of(std::string_view name);

}  // namespace symkit::dropin
