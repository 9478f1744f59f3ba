// A stack by the unwind tables, from the hook's caller outwards. x86_64 only.
#pragma once

#include <cstdint>

#include "stack_table.h"
#include "thread.h"

namespace symleak {

void unwind(const Caller& caller, std::uint32_t generation, Frames& frames);

}  // namespace symleak
