// What a dump tells of Windows' images: which build their files are of, and how their frames are left.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "files/container/image.h"
#include "stacks/unwind/memory.h"
#include "stacks/unwind/table.h"

namespace symkit::dumps {

// The key of symbol servers for a program.
std::string code_id_of(std::uint32_t time, std::uint32_t size);

// Whether the file has the time and size that the dump says: what symbol servers know it by.
bool has_code_id(const container::Image& file, const std::string& code_id);

// The unwind table of an image that is in the dump as a whole. Null if it is not, or has none. `memory` must
// outlive it.
std::unique_ptr<const unwind::Table> windows_table_in(const unwind::Memory& memory, std::uint64_t begin);

}  // namespace symkit::dumps
