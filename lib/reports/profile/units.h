// The units of a profile's values, and the values formatted for people by unit: "1.25s", "12.5MB",
// "1200".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace symkit::profile {

std::string amount(std::int64_t value, std::string_view unit);

// The nanoseconds in a unit of time; 0 for other units.
double nanoseconds_in(std::string_view unit);

// `perf record --off-cpu`: its periods are nanoseconds, like those of clocks.
bool is_off_cpu(std::string_view event);
// The unit of one of perf's events.
std::string_view unit_of_event(std::string_view event);

}  // namespace symkit::profile
