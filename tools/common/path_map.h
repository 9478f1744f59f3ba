// OLD=NEW: replaces the beginning of paths from a build machine by one of this machine.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ground/base/result.h"

namespace symkit::tools {

inline Result<void> read_path_map(const std::string& text,
                                  std::vector<std::pair<std::string, std::string>>& maps) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return fail("'" + text + "' is not of the form OLD=NEW");
  maps.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  return {};
}

}  // namespace symkit::tools
