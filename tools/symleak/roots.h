// The roots of a process's pointers: the data of its images, the stacks and registers of its threads,
// their thread-local storage, memory that the program has mapped itself, and allocations by the loader.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "reports/heap/reach.h"
#include "reports/heap/replay.h"
#include "reports/heap/stacks.h"
#include "symleak/stopped_process.h"

namespace symkit::symleak {

// `blocks`: all of the process's blocks, by address. `replay` and the stacks are from its own recording.
// The recorder's own memory is left out.
heap::Roots roots_of(const StoppedProcess& process, std::span<const heap::MemoryRange> blocks,
                     const heap::Replay& replay, const heap::Stacks& stacks);

}  // namespace symkit::symleak
