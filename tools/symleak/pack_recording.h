// Makes the recording of a process that has ended small: written anew beside it, then put in its place.
#pragma once

#include <string>

namespace symkit::symleak {

// What is small, damaged, packed already, another process's or no longer the same file stays as it is.
void pack_recording(const std::string& path, int pid);

}  // namespace symkit::symleak
