// Keeps a shadow correct if functions are not left in order. This relies on the stack pointer in each
// entry: on one machine stack, all callers of the running function have frames above it. So exceptions
// (Clang calls no hooks for them), longjmp, cancelled threads and children of vfork need no special
// treatment: entries below the stack pointer are dead. All entries of inlined functions have one frame,
// that of the physical function.
#include "healing.h"

#include "push.h"

namespace symtrace {
namespace {

// An out-of-line function calls its hook near its beginning.
constexpr std::uintptr_t farthest_hook = 4096;

// The lowest of the entries that share a frame with the topmost one: the physical function's, if it is
// instrumented. The ones above it were inlined.
Entry* outermost_of_frame(const Shadow* shadow, Entry* top) {
  while (top[-1].frame == top->frame && top - 1 != shadow->base) --top;
  return top;
}

// Whether the hook was called by the function's own code, and not from a function into which it was
// inlined.
bool stands_alone(const Entry& called, const Entry& outermost) {
  const auto function = reinterpret_cast<std::uintptr_t>(called.function);
  const auto other = reinterpret_cast<std::uintptr_t>(outermost.function);
  const bool nearer = other > function && other < called.hook_site;
  return called.hook_site - function < farthest_hook && !nearer;
}

// The entries from here up have the frame of the function being entered. Entries made by another call, or
// by the same call at another time, are dead; the others are functions into which it was inlined.
Entry* alive_in_frame(const Shadow* shadow, Entry* top, const Entry& called) {
  Entry* outermost = outermost_of_frame(shadow, top);
  if ((outermost->call_site & address_bits) != called.call_site) return outermost - 1;
  bool within_itself = false;
  for (Entry* entry = outermost; entry <= top; ++entry) {
    if (entry->hook_site == called.hook_site) return entry - 1;
    within_itself |= entry->function == called.function;
  }
  return !within_itself && stands_alone(called, *outermost) ? outermost - 1 : top;
}

// There is no room for more entries: the last place records that, and is dead when the first function
// without an entry is.
void mark_missing(Shadow* shadow, Entry* top, const Entry& called) {
  if (is_mark(top)) {
    ++shadow->lost;
    return;
  }
  shadow->lost = 1;
  push(shadow, top,
       {called.frame, reinterpret_cast<void*>(&symtrace_frames_missing), no_call_site,
        reinterpret_cast<std::uintptr_t>(called.function)});
}

// The call site of an entry's physical function.
std::uintptr_t call_site_of(const Shadow* shadow, const Entry* entry) {
  while (is_inlined(entry) && entry != shadow->base) --entry;
  return entry->call_site & address_bits;
}

// The rest of the shadow when the hook's function has left; all of it if the function had no entry.
Entry* without(Shadow* shadow, Entry* top, const Entry& called) {
  if (top == shadow->base) return top;
  if (is_mark(top)) {
    const bool first =
        top->hook_site == reinterpret_cast<std::uintptr_t>(called.function) && top->frame == called.frame;
    if (first) return top - 1;
    if (shadow->lost > 1) --shadow->lost;
    return top;
  }
  for (Entry* entry = top; entry->frame == called.frame && entry != shadow->base; --entry) {
    if (entry->function == called.function) return entry - 1;
  }
  // A function that has called alloca leaves with a lower stack pointer than it entered with.
  const bool moved = top->frame > called.frame && top->function == called.function;
  return moved && call_site_of(shadow, top) == called.call_site ? top - 1 : top;
}

// The call site as seen by the entry below: none in its own frame. Nothing is read from unknown stacks.
std::uintptr_t site_above(const Shadow* shadow, const Entry* below, const Entry& called) {
  if (below->frame == called.frame) return no_call_site;
  return shadow->kind == Shadow::UnknownStack ? called.call_site : seen_from(below, called.call_site);
}

// A call of a function that was inlined into the innermost one, if that is the only one of its frame:
// nothing has been left, and the stack is the same. Inlined functions are small, so this determines the
// cost of many of them.
bool is_within_innermost(const Shadow* shadow, const Entry* top, const Entry& called) {
  const bool same_frame = top->frame == called.frame && top[-1].frame != called.frame;
  const bool has_room = called.frame > shadow->low && top < shadow->full;
  const bool other_call = top->hook_site != called.hook_site && top->function != called.function;
  return same_frame && has_room && other_call && (top->call_site & address_bits) == called.call_site &&
         !stands_alone(called, *top);
}

// Not within enter_otherwise, whose fast path would have to save registers for it.
__attribute__((noinline)) void enter_anew(void* function, std::uintptr_t call_site,
                                          std::uintptr_t stack_pointer, std::uintptr_t hook_site) {
  const Entry called = {stack_pointer, function, call_site, hook_site};
  Shadow* shadow = arrive(stack_pointer, true);
  if (shadow == nullptr) return;
  // Checked before entries are removed: a signal stack may be part of the stack that they are on.
  const bool rises = shadow->top->frame < stack_pointer && shadow->top != shadow->base;
  if (rises) shadow = unless_signal_stack(shadow, stack_pointer);
  Entry* top = heal(shadow, stack_pointer);
  if (top != shadow->base && top->frame == stack_pointer) top = alive_in_frame(shadow, top, called);
  if (top == shadow->base && top->frame <= stack_pointer) top->frame = stack_pointer + sizeof(std::uintptr_t);
  in_order();
  shadow->top = top;
  if (top >= shadow->full) {
    mark_missing(shadow, top, called);
  } else {
    push(shadow, top, {stack_pointer, function, site_above(shadow, top, called), hook_site});
  }
}

}  // namespace

void put_again(Shadow* shadow, Entry* place, std::uintptr_t frame, void* function, std::uintptr_t call_site,
               std::uintptr_t hook_site) {
  for (int i = 0; i < 16 && place->frame != frame; ++i)
    put(shadow, place, {frame, function, call_site, hook_site});
}

Entry* heal(Shadow* shadow, std::uintptr_t stack_pointer) {
  Entry* top = shadow->top;
  while (top->frame < stack_pointer && top != shadow->base) --top;
  shadow->top = top;
  return top;
}

void enter_otherwise(void* function, std::uintptr_t call_site, std::uintptr_t stack_pointer,
                     std::uintptr_t hook_site) {
  const Entry called = {stack_pointer, function, call_site, hook_site};
  Shadow* shadow = reach.current;
  Entry* top = shadow->top;  // read once: a handler may change it
  if (is_within_innermost(shadow, top, called))
    return push(shadow, top, {stack_pointer, function, no_call_site, hook_site});
  enter_anew(function, call_site, stack_pointer, hook_site);
}

void leave_otherwise(void* function, std::uintptr_t call_site, std::uintptr_t stack_pointer,
                     std::uintptr_t hook_site) {
  Shadow* shadow = arrive(stack_pointer, false);
  if (shadow == nullptr) return;
  Entry* top = heal(shadow, stack_pointer);
  const bool frame_is_gone = hook_site == call_site;
  shadow->top = frame_is_gone ? top : without(shadow, top, {stack_pointer, function, call_site, hook_site});
}

void enter_through_others(void* function, std::uintptr_t call_site, std::uintptr_t stack_pointer,
                          std::uintptr_t hook_site) {
  Shadow* shadow = reach.current;
  push(shadow, shadow->top, {stack_pointer, function, seen_from(shadow->top, call_site), hook_site});
}

}  // namespace symtrace
