// Options with a duration: "12h", "45d", "0" for unlimited.
#pragma once

#include <chrono>
#include <string>

#include "common/command_line.h"
#include "keep/store/lifetime.h"

namespace symkit::tools {

inline CommandLine::Accept accept_duration(std::chrono::seconds& value) {
  return [&value](const std::string& text) -> Result<void> {
    const auto read = store::read_duration(text);
    if (!read) return fail("'" + text + "' is not a time: 12h, 45d, or 0 (forever)");
    value = *read;
    return {};
  };
}

}  // namespace symkit::tools
