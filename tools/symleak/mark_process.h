// Puts a mark into the recording of a process that runs: what is out of reach at this moment.
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
  // Of the thread that waits for it within the recorder: where the program's own part of its stack begins.
  int waiting_thread = 0;
  std::uint64_t waiting_stack = 0;
};

Result<void> mark_process(const MarkWish& wish);

}  // namespace symkit::symleak
