// What values of a profile are of; and they themselves for people, by their unit: "1.25s", "12.5MB", "1200".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace symkit::profile {

std::string amount(std::int64_t value, std::string_view unit);

// Of a unit of time; 0 for what is none.
double nanoseconds_in(std::string_view unit);

// `perf record --off-cpu`: its periods are nanoseconds, as those of clocks are.
bool is_off_cpu(std::string_view event);
// What one of perf's event is.
std::string_view unit_of_event(std::string_view event);

}  // namespace symkit::profile
