// Compresses the recording of a process that has ended: written to a new file next to it, which then
// replaces it.
#pragma once

#include <string>

namespace symkit::symleak {

// A recording that is small, damaged, already compressed, another process's, or no longer the same file
// stays as it is.
void pack_recording(const std::string& path, int pid);

}  // namespace symkit::symleak
