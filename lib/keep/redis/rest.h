// How long an unavailable engine is not queried again; stores use the same pause.
#pragma once

#include <chrono>

namespace symkit::redis {

inline constexpr std::chrono::seconds rest_of_engine{3};

}  // namespace symkit::redis
