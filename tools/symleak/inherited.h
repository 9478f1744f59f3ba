// The memory that a forked process has from its parent: blocks and mappings as of that moment. They may
// refer to blocks of its own.
#pragma once

#include <string>
#include <vector>

#include "ground/base/result.h"
#include "reports/heap/reach.h"
#include "reports/heap/replay.h"

namespace symkit::symleak {

struct InheritedMemory {
  heap::Inherited blocks;
  std::vector<heap::MemoryRange> mapped;
};

// `run`: the recording of the run's first process, from which the names of the others are derived.
// Nothing for a process that was not forked.
Result<InheritedMemory> inherited_by(const heap::format::Header& process, const std::string& run);

}  // namespace symkit::symleak
