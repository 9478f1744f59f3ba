// Environment variables.
#pragma once

#include <cstdlib>
#include <string>

namespace symkit {

// Empty if the variable is not set.
inline std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

// The folder for caches: $XDG_CACHE_HOME, else ~/.cache; empty if there is no home folder. The XDG
// specification requires relative paths to be ignored.
inline std::string cache_home() {
  if (std::string cache = environment("XDG_CACHE_HOME"); cache.starts_with('/')) return cache;
  const std::string home = environment("HOME");
  return home.empty() ? home : home + "/.cache";
}

}  // namespace symkit
