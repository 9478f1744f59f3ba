// A process whose core the kernel writes meanwhile: what its stacks need is copied, and nobody has to wait
// for the rest.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "stacks/dumps/loaded_images.h"
#include "stacks/dumps/patience.h"

namespace symkit::dumps {

// As /proc has it.
struct DumpedProcess {
  int memory = -1;                      // /proc/PID/mem, opened
  std::string auxiliary_vector = {};    // /proc/PID/auxv
  std::vector<std::uint64_t> ids = {};  // in its own namespace, and in those around it
};

// `beginning`: of its core, with the notes; `files_of`: an interpreter's symbols say where its structures
// are. A core file, see small_core; what could not be copied in time is not in it. An error if this is the
// core of another process.
Result<std::vector<std::uint8_t>> copy_dumped_process(Bytes beginning, const DumpedProcess& process,
                                                      const FilesOf& files_of, Patience patience);

}  // namespace symkit::dumps
