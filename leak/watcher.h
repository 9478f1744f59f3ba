// The process beside this one that can look at it from outside (symleak run begins it): told when a recording
// begins, and asked at the end which blocks nothing leads to any more. Without it nothing is missing but
// that.
#pragma once

#include <cstdint>

namespace symleak {

void say_hello(const char* recording);
// Comes back when the watcher has put its verdict into the recording, or cannot. `stack`: where that of the
// program ends, in the running thread; what lies below is the recorder's.
void ask_for_verdict(const char* recording, std::uintptr_t stack);

}  // namespace symleak
