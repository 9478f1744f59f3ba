// A running process: its threads are stopped while their registers and the used parts of their stacks are
// copied, and what an interpreter knows of them, and go on before anything is unwound.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <sys/types.h>
#include <vector>

#include "ground/base/result.h"
#include "stacks/dumps/loaded_images.h"
#include "stacks/dumps/memory_copies.h"
#include "stacks/dumps/process.h"

namespace symkit::dumps {

struct LiveCopy {
  Process process;
  std::chrono::steady_clock::duration stopped = {};    // for how long
  std::size_t missed = 0;                              // threads that did not stop in time
  MemoryCopies bytes;                                  // that the process's memory is of
  std::deque<std::vector<std::uint8_t>> vectors = {};  // of its threads
  std::string mappings = {};                           // with the paths of its files
};

// `files_of`: an interpreter's symbols say where its structures are.
Result<LiveCopy> copy_process(pid_t process, const FilesOf& files_of);

}  // namespace symkit::dumps
