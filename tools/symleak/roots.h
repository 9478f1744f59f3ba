// Where a process's pointers begin: the data of its images, the stacks and registers of its threads, their
// thread-local storage, what the program has mapped itself, and what the loader has allocated.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "reports/heap/reach.h"
#include "reports/heap/replay.h"
#include "reports/heap/stacks.h"
#include "symleak/stopped_process.h"

namespace symkit::symleak {

// `blocks`: all of the process's, by address. What its own recording has: `replay`, and the stacks there.
// What is the recorder's own is left out.
heap::Roots roots_of(const StoppedProcess& process, std::span<const heap::MemoryRange> blocks,
                     const heap::Replay& replay, const heap::Stacks& stacks);

}  // namespace symkit::symleak
