// Where a process's pointers begin: the data of its images, the stacks and registers of its threads, their
// thread-local storage, and what the program has mapped itself.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "heap/mapped_ranges.h"
#include "heap/reach.h"
#include "symleak/stopped_process.h"

namespace symkit::symleak {

// `blocks`: by address. `mapped`: by the program's own calls of mmap. What is the recorder's own is left out.
heap::Roots roots_of(const StoppedProcess& process, std::span<const heap::MemoryRange> blocks,
                     const heap::MappedRanges& mapped);

}  // namespace symkit::symleak
