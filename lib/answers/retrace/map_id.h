// The id of a frame's mapping, which R8 writes instead of the source file.
#pragma once

#include <string_view>

namespace symkit::retrace {

// The id in "r8-map-id-0f1e2d3"; empty if there is none.
inline std::string_view map_id_of(std::string_view source_file) {
  constexpr std::string_view before = "r8-map-id-";
  return source_file.starts_with(before) ? source_file.substr(before.size()) : std::string_view{};
}

}  // namespace symkit::retrace
