#include "reports/profile/place_name.h"

#include <algorithm>
#include <array>

#include "ground/base/whole_number.h"
#include "ground/print/frames.h"

namespace symkit::profile {
namespace {

constexpr std::string_view hex_digits = "0123456789abcdefABCDEF";

std::optional<PlaceName> split(std::string_view name) {
  const std::size_t plus = name.rfind("+0x");
  if (plus == std::string_view::npos || plus == 0) return std::nullopt;
  const auto offset = whole_number<std::uint64_t>(name.substr(plus + 3), 16);
  if (!offset) return std::nullopt;
  return PlaceName{name.substr(0, plus), *offset};
}

// "/srv/app/kiosk", "libkiosk.so", "libc.so.6"; functions have dots in their names, too ("f.part.0").
bool is_file(std::string_view text) {
  if (text.find_first_of(" ()<>") != std::string_view::npos) return false;
  return text.starts_with('/') || text.ends_with(".so") || text.contains(".so.");
}

}  // namespace

std::optional<PlaceName> read_place_name(std::string_view name) {
  const auto place = split(name);
  return place && is_file(place->image) ? place : std::nullopt;
}

bool is_address(std::string_view name) {
  return name.starts_with("0x") && name.size() > 2 &&
         name.find_first_not_of(hex_digits, 2) == std::string_view::npos;
}

bool is_place_name(std::string_view name, std::string_view file) {
  constexpr std::array<std::string_view, 3> unknown = {"[unknown]", "<unknown>", "??"};
  if (is_address(name) || std::ranges::find(unknown, name) != unknown.end()) return true;
  const auto place = split(name);
  if (!place) return false;
  return is_file(place->image) || (!file.empty() && print::base_name(place->image) == print::base_name(file));
}

}  // namespace symkit::profile
