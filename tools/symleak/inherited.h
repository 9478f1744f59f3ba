// What a process that was forked has from its parent: its blocks and what is mapped, as they were at that
// moment. They may lead to blocks of its own.
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

// `run`: the recording of the run's first process, after which those of the others are named. Nothing, of a
// process that was not forked.
Result<InheritedMemory> inherited_by(const heap::format::Header& process, const std::string& run);

}  // namespace symkit::symleak
