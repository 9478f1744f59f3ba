// What a dump that has all memory tells of Mach-O images without their files.
#pragma once

#include <cstdint>
#include <memory>

#include "stacks/unwind/memory.h"
#include "stacks/unwind/table.h"

namespace symkit::dumps {

// The unwind table of an image that begins there. Null if its headers are not in the memory, or it has none.
// `memory` must outlive it.
std::unique_ptr<const unwind::Table> macho_table_in(const unwind::Memory& memory, std::uint64_t begin);

}  // namespace symkit::dumps
