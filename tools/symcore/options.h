// The options of symcore.
#pragma once

#include <string>
#include <vector>

#include "common/command_line.h"
#include "common/symbol_places.h"

namespace symkit::symcore {

enum class Format : std::uint8_t { Text, Json, Raw };

struct Options {
  std::vector<std::string> cores;  // none: standard input
  unsigned process = 0;            // a running one; 0: none
  Format format = Format::Text;
  bool all = false;
  bool images = false;
  bool summary = false;
  tools::PlaceOptions places;
};

void declare(tools::CommandLine& line, Options& options);

}  // namespace symkit::symcore
