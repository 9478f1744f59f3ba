// The memory in a minidump, and which of the process's had code.
#pragma once

#include <vector>

#include "stacks/dumps/minidump_file.h"
#include "stacks/dumps/process.h"

namespace symkit::dumps {

// Memory with an address, somewhere in the file.
struct DumpedMemory {
  std::uint64_t begin = 0;
  Location where;
};
DumpedMemory read_dumped_memory(Cursor& at);

// By address, disjoint. `stacks`: as the threads have them; they need not be in the lists.
std::vector<MemoryPiece> memory_of(MinidumpFile& file, const std::vector<DumpedMemory>& stacks);

// By address, disjoint. What the dump says; if it says nothing, all modules are code.
std::vector<AddressRange> code_of(MinidumpFile& file, const std::vector<Module>& modules);

}  // namespace symkit::dumps
