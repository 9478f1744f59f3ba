// The functions that -finstrument-functions calls at the beginning and the end of each function. This
// file has the fast path of a few nanoseconds: a function is entered deeper on the same stack as the last
// one, and leaves as the innermost one. Everything else (exceptions, jumps, other stacks, inlined
// functions) is handled in healing.cpp.
#include "entry_point.h"
#include "healing.h"
#include "push.h"
#include "shadow.h"

namespace symtrace {
namespace {

bool likely(bool condition) { return __builtin_expect(condition, 1) != 0; }

}  // namespace

// Slow paths are called last, as a jump, so that the fast path saves no registers for them.
SYMTRACE_TARGET void symtrace_enter(void* function, std::uintptr_t call_site, std::uintptr_t stack_pointer,
                                    std::uintptr_t hook_site) {
  Shadow* shadow = reach.current;
  Entry* top = shadow->top;
  const bool straight = stack_pointer < top->frame && stack_pointer > shadow->low && top < shadow->full;
  if (!likely(straight)) return enter_otherwise(function, call_site, stack_pointer, hook_site);
  if (!likely(is_direct(top, call_site)))
    return enter_through_others(function, call_site, stack_pointer, hook_site);
  push(shadow, top, {stack_pointer, function, call_site, hook_site});
}

// GCC turns the last call of a function into a jump if possible, including this one: the hook then
// returns to the function's caller, and the function's frame is gone.
SYMTRACE_TARGET void symtrace_leave(void* function, std::uintptr_t call_site, std::uintptr_t stack_pointer,
                                    std::uintptr_t hook_site) {
  Shadow* shadow = reach.current;
  Entry* top = shadow->top;
  const bool gone = top->frame < stack_pointer && stack_pointer <= top[-1].frame;
  const bool innermost = hook_site == call_site ? gone : top->frame == stack_pointer;
  if (!likely(innermost && top->function == function))
    return leave_otherwise(function, call_site, stack_pointer, hook_site);
  shadow->top = top - 1;
}

SYMTRACE_ENTRY_POINT("__cyg_profile_func_enter", "symtrace_enter");
SYMTRACE_ENTRY_POINT("__cyg_profile_func_exit", "symtrace_leave");

}  // namespace symtrace
