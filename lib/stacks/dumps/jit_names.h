// Names of a running process's code that is in no image, by the lists that its compilers have written for
// perf: /tmp/perf-PID.map, and a jit-PID.dump that it has mapped.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "files/jit/made_code.h"
#include "stacks/dumps/loaded_images.h"
#include "stacks/dumps/process.h"
#include "stacks/dumps/unwound.h"

namespace symkit::dumps {

struct JitFrame {
  std::string_view function;
  std::string_view file = {};
  std::uint64_t offset = 0;  // from the function's beginning
};

class JitNames {
 public:
  void add(std::string list);

  std::optional<JitFrame> at(std::uint64_t address) const;

 private:
  std::deque<std::string> lists_;  // the names are views of them
  std::vector<jit::MadeCode> code_;
};

// Lists are read if a frame needs them, and only if they are the process's own files.
JitNames jit_names_of(const Process& running, const LoadedImages& images,
                      const std::vector<ThreadStack>& stacks);

}  // namespace symkit::dumps
