// Functions on Windows that are about to return: only their instructions tell what is left to be undone.
#pragma once

#include <cstdint>
#include <optional>

#include "stacks/unwind/memory.h"
#include "stacks/unwind/registers.h"
#include "stacks/unwind/windows_table.h"

namespace symkit::unwind {

// The registers after the return. Nothing if the code is no epilogue, or is not known.
std::optional<Registers> caller_after_epilogue(const WindowsTable& table, std::uint64_t place,
                                               const Registers& registers, const Memory& memory);

}  // namespace symkit::unwind
