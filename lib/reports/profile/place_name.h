// Names that only say where code is, as profilers write them who had no symbols: "0x1606",
// "libkiosk.so+0x1606",
// "[unknown]". Whoever has such a name has none.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace symkit::profile {

struct PlaceName {
  std::string_view image;  // as it is written, with a path or without
  std::uint64_t offset = 0;
};

// "libkiosk.so+0x1606": an image, by what is in front; nothing where that may as well be a function.
std::optional<PlaceName> read_place_name(std::string_view name);

// "0x1606".
bool is_address(std::string_view name);

// `file`: what was mapped at the location, or empty. What is counted from it is no function, whatever its
// name.
bool is_place_name(std::string_view name, std::string_view file);

}  // namespace symkit::profile
