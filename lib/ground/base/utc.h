// A time, in seconds since 1970, as a text.
#pragma once

#include <ctime>
#include <string>

namespace symkit {

// `form`: as strftime takes it, for at most 31 characters. Empty if the time is out of range.
inline std::string utc(std::time_t seconds, const char* form) {
  std::tm parts{};
  char text[32];
  if (::gmtime_r(&seconds, &parts) == nullptr) return {};
  return {text, std::strftime(text, sizeof text, form, &parts)};
}

}  // namespace symkit
