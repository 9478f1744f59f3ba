// The options of symcore.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/command_line.h"
#include "common/symbol_places.h"

namespace symkit::symcore {

enum class Format : std::uint8_t { Text, Json, Raw };

struct Options {
  std::vector<std::string> cores;  // none: standard input
  unsigned process = 0;            // a running one; 0: none
  unsigned handler = 0;            // a process that crashed, whose core is on standard input; 0: none
  unsigned dumpable = 2;           // as the kernel has it: 1, if it had its user's rights only
  std::string into = "/var/lib/symcore";
  bool keep_mini = false;
  std::uint64_t max_size = std::uint64_t{256} << 20;
  bool install = false;
  Format format = Format::Text;
  bool all = false;
  bool images = false;
  bool values = false;
  bool unredacted = false;
  std::vector<std::string> redact = {};  // files with names of what must be hidden
  bool summary = false;
  tools::PlaceOptions places;
};

void declare(tools::CommandLine& line, Options& options);

}  // namespace symkit::symcore
