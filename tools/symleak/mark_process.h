// Puts a mark into the recording of a running process: what is unreachable at this moment.
#pragma once

#include <cstdint>
#include <string>

#include "ground/base/result.h"

namespace symkit::symleak {

struct MarkWish {
  int pid = 0;
  std::string recording;
  std::string run;   // the recording of the run's first process
  std::string name;  // of the mark
  // The thread that waits within the recorder, and where the program's own part of its stack begins.
  int waiting_thread = 0;
  std::uint64_t waiting_stack = 0;
};

Result<void> mark_process(const MarkWish& wish);

}  // namespace symkit::symleak
