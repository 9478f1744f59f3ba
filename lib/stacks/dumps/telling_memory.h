// Which parts of a process's memory tell where its threads were and what they worked on: enough for their
// stacks, and for a debugger to find the images.
#pragma once

#include <cstdint>
#include <vector>

#include "files/container/elf_file.h"
#include "stacks/dumps/address_set.h"
#include "stacks/dumps/process.h"
#include "stacks/dumps/unwound.h"
#include "stacks/unwind/memory.h"

namespace symkit::dumps {

// Before anything is unwound: whole stacks, as far as they are used. `core`: its segments say where memory
// is; `memory` has it.
AddressSet memory_to_unwind(const container::elf::ElfFile& core, const Process& process,
                            const unwind::Memory& memory);

// The frames that were found, and the memory that the first thread's registers and words point to.
// `most`: bytes.
AddressSet memory_of_stacks(const container::elf::ElfFile& core, const Process& process,
                            const std::vector<ThreadStack>& stacks, const unwind::Memory& memory,
                            std::uint64_t most);

}  // namespace symkit::dumps
