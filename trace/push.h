// How an entry is pushed onto a shadow even if a signal handler interrupts it between any two
// instructions, and how a call through a function without hooks is detected.
#pragma once

#include "shadow.h"

namespace symtrace {

// The compiler moves nothing across this; a handler of the same thread sees the same order.
inline void in_order() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

// Writes the entry first, then the count.
inline void put(Shadow* shadow, Entry* place, const Entry& entered) {
  place->frame = entered.frame;
  in_order();
  place->function = entered.function;
  place->call_site = entered.call_site;
  place->hook_site = entered.hook_site;
  place->note = nullptr;
  in_order();
  shadow->top = place;
  in_order();
}

// A handler that interrupts before the count is updated uses the same place, and leaves another frame in
// it. A second one, before that is repaired, considers the entry dead and resets the count. So everything
// is written again; but not for ever, in case a program single-steps itself with a handler at each
// instruction.
__attribute__((noinline, cold)) void put_again(Shadow* shadow, Entry* place, std::uintptr_t frame,
                                               void* function, std::uintptr_t call_site,
                                               std::uintptr_t hook_site);

inline void push(Shadow* shadow, Entry* below, const Entry& entered) {
  Entry* place = below + 1;
  put(shadow, place, entered);
  if (__builtin_expect(place->frame != entered.frame, 0))
    put_again(shadow, place, entered.frame, entered.function, entered.call_site, entered.hook_site);
}

#if defined(__x86_64__)
// The return address of the call that `caller` is in: it is where that call pushed it, if the stack
// pointer was the same as at the hook.
inline std::uintptr_t pushed_by(const Entry* caller) {
  return *reinterpret_cast<const std::uintptr_t*>(caller->frame - sizeof(std::uintptr_t));
}

inline bool is_direct(const Entry* caller, std::uintptr_t call_site) {
  return pushed_by(caller) == call_site;
}

// Whether a handler returns through this code: mov $15, %rax; syscall.
inline bool returns_from_signal(std::uintptr_t call_site) {
  static constexpr unsigned char trampoline[] = {0x48, 0xc7, 0xc0, 0x0f, 0x00, 0x00, 0x00, 0x0f, 0x05};
  constexpr std::uintptr_t page = 4096;
  if (call_site % page > page - sizeof trampoline) return false;
  return __builtin_memcmp(reinterpret_cast<const void*>(call_site), trampoline, sizeof trampoline) == 0;
}

inline std::uintptr_t seen_from(const Entry* caller, std::uintptr_t call_site) {
  if (is_direct(caller, call_site)) return call_site;
  return call_site | indirect | (returns_from_signal(call_site) ? from_signal : 0);
}
#else
inline bool is_direct(const Entry*, std::uintptr_t) { return true; }
inline std::uintptr_t seen_from(const Entry*, std::uintptr_t call_site) { return call_site; }
#endif

}  // namespace symtrace
