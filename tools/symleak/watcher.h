// A process that accompanies the recorded ones: recorders ask it to inspect them when they end, and users
// at any time (symleak snapshot). It is no child of the recorded process, has no terminal, and ends with
// the last process that it watches.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"

namespace symkit::symleak {

// Starts a watcher for this process and whatever it becomes. Returns the name by which it is found; empty
// if it cannot be started.
std::string start_watcher(const std::string& recording);

// The beginning of the names of all watchers.
inline constexpr std::string_view watcher_names = "symleak-";

// Asks a watcher to mark the recording of a process and of those it has started. Nothing is done if the
// process is not one of its own, or if the name does not belong to a watcher of this user.
struct Asked {
  std::vector<std::string> recordings = {};  // with the mark, the process's own first
  std::vector<std::string> failures = {};    // for other recordings
};
Result<Asked> ask_watcher(const std::string& watcher, int pid, const std::string& name, bool is_alone);

}  // namespace symkit::symleak
