// A process beside the one that is recorded: recorders ask it to look at them when they end, and people when
// they want to (symleak snapshot). It is nobody's child, has no terminal, and ends with the last of those
// that it looks after.
#pragma once

#include <string>

#include "base/result.h"

namespace symkit::symleak {

// Begins one that looks after this process, whatever that becomes. Gives the name by which it is found; empty
// where there can be none.
std::string start_watcher(const std::string& recording);

// Asks the watcher of a process to mark its recording; answers what it said.
Result<void> ask_watcher(const std::string& watcher, int pid, const std::string& recording,
                         const std::string& name);

}  // namespace symkit::symleak
