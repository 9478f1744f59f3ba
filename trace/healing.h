// Functions that are entered or left in another than the usual way.
#pragma once

#include "shadow.h"

namespace symtrace {

// Arguments: those that the compiler passes to a hook (the function and its return address), then the
// stack pointer at the hook and the hook's return address.
void enter_otherwise(void* function, std::uintptr_t call_site, std::uintptr_t stack_pointer,
                     std::uintptr_t hook_site);
void leave_otherwise(void* function, std::uintptr_t call_site, std::uintptr_t stack_pointer,
                     std::uintptr_t hook_site);

// The usual way, but from a function without hooks.
void enter_through_others(void* function, std::uintptr_t call_site, std::uintptr_t stack_pointer,
                          std::uintptr_t hook_site);

}  // namespace symtrace
