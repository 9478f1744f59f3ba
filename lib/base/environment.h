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

}  // namespace symkit
