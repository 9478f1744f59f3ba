// The length of a demangled Microsoft name. Its back-references to names and types can double the text at
// every level of nesting; this walks the name without writing anything.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace symkit::demangle {

// At least the length of the readable name, if the complete name is understood; otherwise nothing.
std::optional<std::uint64_t> microsoft_size(std::string_view mangled);

}  // namespace symkit::demangle
