// A process beside the one that is recorded: recorders ask it to look at them when they end, and people when
// they want to (symleak snapshot). It is nobody's child, has no terminal, and ends with the last of those
// that it looks after.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"

namespace symkit::symleak {

// Begins one that looks after this process, whatever that becomes. Gives the name by which it is found; empty
// where there can be none.
std::string start_watcher(const std::string& recording);

// How the names of all of them begin.
inline constexpr std::string_view watcher_names = "symleak-";

// Asks one to mark the recording of a process, and of those that it has started. It may not be its process,
// or the one that has the name may be no watcher of this user's: then nothing is done.
struct Asked {
  std::vector<std::string> recordings = {};  // that have the mark now, the process's own first
  std::vector<std::string> failures = {};    // of others
};
Result<Asked> ask_watcher(const std::string& watcher, int pid, const std::string& name, bool is_alone);

}  // namespace symkit::symleak
