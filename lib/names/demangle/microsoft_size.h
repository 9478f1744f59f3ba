// How much text a name of Microsoft's stands for. Its back-references to names and types can double the text
// at every level of nesting; this walks the name without writing anything.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace symkit::demangle {

// Not less than the size of the readable name, where the walk understands all of it; nothing otherwise.
std::optional<std::uint64_t> microsoft_size(std::string_view mangled);

}  // namespace symkit::demangle
