// A core file of some parts of another one's memory: a debugger opens it as it opens the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "files/container/elf_file.h"
#include "stacks/dumps/address_set.h"
#include "stacks/unwind/memory.h"

namespace symkit::dumps {

// `memory`: what the process has there; parts that it does not have are left out. `most_notes`: of the
// notes as many bytes, those that stacks are found by before the others.
std::vector<std::uint8_t> small_core(const container::elf::ElfFile& core, const AddressSet& kept,
                                     const unwind::Memory& memory, std::size_t most_notes);

}  // namespace symkit::dumps
