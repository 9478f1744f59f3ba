// Puts a mark into the recording of a process that runs: what is out of reach at this moment.
#pragma once

#include <string>

#include "base/result.h"

namespace symkit::symleak {

Result<void> mark_process(int pid, const std::string& recording, const std::string& name);

}  // namespace symkit::symleak
