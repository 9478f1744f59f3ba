// The kernel's list of a process's memory: /proc/PID/maps.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace symkit::dumps {

struct Mapping {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t offset = 0;
  bool is_code = false;
  std::string_view path;  // "[vdso]" and the like for what is of no file; empty: it has no name
};

// Views of the text.
std::vector<Mapping> read_mappings(std::string_view maps);

}  // namespace symkit::dumps
