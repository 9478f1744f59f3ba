// When and where a crash happened and in which version, if its log says so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "logs/crashlog/cause.h"

namespace symkit::group {

struct Circumstances {
  std::optional<std::int64_t> time = {};  // seconds since 1970
  std::string version = {};               // of the program that crashed; for a kernel its release
  std::string device = {};

  bool any() const { return time || !version.empty() || !device.empty(); }
  // Adds what `other` knows and this does not.
  void add(const Circumstances& other);
};

// What a line of a report's heading says of them.
Circumstances circumstances_of(const crashlog::Cause& cause);

// A time such as "2026-11-22T10:11:12.5+01:00" anywhere in the text; a blank may replace the T. Without a
// zone it counts as UTC. A time without its year is ignored.
std::optional<std::int64_t> time_in(std::string_view text);

// "2026-11-22T09:11:12Z"
std::string time_text(std::int64_t time);

}  // namespace symkit::group
