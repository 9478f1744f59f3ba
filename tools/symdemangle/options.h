// The options of symdemangle.
#pragma once

#include <string>
#include <vector>

#include "common/command_line.h"
#include "names/demangle/demangle.h"

namespace symkit::symdemangle {

enum class Format { Text, Json };

struct Options {
  demangle::DemangleOptions how;
  Format format = Format::Text;
  bool summary = false;
  std::vector<std::string> names;
};

void declare(tools::CommandLine& line, Options& options);

}  // namespace symkit::symdemangle
