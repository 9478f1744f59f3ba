// The weights of a thread's samples in the Firefox Profiler's files.
#pragma once

#include <cstdint>
#include <string_view>

#include "ground/json/document.h"

namespace symkit::profile::firefox {

struct Weights {
  std::string_view type;
  std::string_view unit;
  std::int64_t factor;
};

inline Weights weights_of(json::Value samples) {
  const std::string_view type = samples["weightType"].string();
  if (type == "bytes") return {"bytes", "bytes", 1};
  if (type == "tracing-ms") return {"time", "nanoseconds", 1'000'000};
  return {"samples", "count", 1};
}

}  // namespace symkit::profile::firefox
