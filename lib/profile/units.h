// Values of a profile for people, by their unit: "1.25s", "12.5MB", "1200".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace symkit::profile {

std::string amount(std::int64_t value, std::string_view unit);

}  // namespace symkit::profile
