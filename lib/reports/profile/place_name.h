// Names that only give a place in code, as profilers without symbols write them: "0x1606",
// "libkiosk.so+0x1606", "[unknown]". A location with such a name counts as unnamed.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace symkit::profile {

struct PlaceName {
  std::string_view image;  // as written, with or without a path
  std::uint64_t offset = 0;
};

// "libkiosk.so+0x1606", if the first part is an image; nothing if it may as well be a function.
std::optional<PlaceName> read_place_name(std::string_view name);

// "0x1606".
bool is_address(std::string_view name);

// `file`: the file mapped at the location, or empty. A name relative to it is not a function.
bool is_place_name(std::string_view name, std::string_view file);

}  // namespace symkit::profile
