// The process that can inspect this one from outside (symleak run starts it). It gets a message when a
// recording begins, and at the end decides which blocks are no longer reachable. Without it only that is
// missing.
#pragma once

#include <cstdint>

namespace symleak {

void say_hello(const char* recording);
// Returns when the watcher has written its verdict into the recording, or cannot. `stack`: the end of the
// program's own stack in the running thread; what is below belongs to the recorder.
void ask_for_verdict(const char* recording, std::uintptr_t stack);

}  // namespace symleak
