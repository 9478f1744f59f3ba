// How long an engine that could not be asked is left alone; who has stores asks no sooner again, either.
#pragma once

#include <chrono>

namespace symkit::redis {

inline constexpr std::chrono::seconds rest_of_engine{3};

}  // namespace symkit::redis
