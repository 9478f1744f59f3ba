// The ways into and out of a function that are not the straight one.
#pragma once

#include "shadow.h"

namespace symtrace {

// What the compiler gives a hook (the function and where that returns to), then the stack pointer at the hook
// and where the hook returns to.
void enter_otherwise(void* function, std::uintptr_t call_site, std::uintptr_t stack_pointer,
                     std::uintptr_t hook_site);
void leave_otherwise(void* function, std::uintptr_t call_site, std::uintptr_t stack_pointer,
                     std::uintptr_t hook_site);

// The straight way, but from a function that has no hooks.
void enter_through_others(void* function, std::uintptr_t call_site, std::uintptr_t stack_pointer,
                          std::uintptr_t hook_site);

}  // namespace symtrace
