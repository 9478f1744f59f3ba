// Variables of the environment.
#pragma once

#include <cstdlib>
#include <string>

namespace symkit {

// Empty where there is none.
inline std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

// Where what can be made again is kept: $XDG_CACHE_HOME, else ~/.cache; empty where nobody is at home. The
// XDG specification wants relative paths ignored.
inline std::string cache_home() {
  if (std::string cache = environment("XDG_CACHE_HOME"); cache.starts_with('/')) return cache;
  const std::string home = environment("HOME");
  return home.empty() ? home : home + "/.cache";
}

}  // namespace symkit
