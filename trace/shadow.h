// The stack of entries that the hooks keep for a thread or a fiber, and that readers copy. Entries are in
// an array that is mapped at first use; thread-local storage has only two pointers, so that a library
// with it can still be loaded late. Everything here may run in a signal handler: no locks, no allocation.
#pragma once

#include <cstddef>
#include <cstdint>

namespace symtrace {

// A function that has been entered and not left. It is alive as long as the stack pointer is not above
// `frame`: otherwise it was unwound, jumped over or switched away from, and is removed by the next user.
struct Entry {
  std::uintptr_t frame;      // the stack pointer of the function where it called the hook
  void* function;            // as the compiler passes it; for an inlined function, its out-of-line copy
  std::uintptr_t call_site;  // the return address, with `indirect` and `from_signal`; no_call_site if it was
                             // inlined into the entry below
  std::uintptr_t hook_site;  // where the hook returns to: distinguishes a repeated call from a nested one
  void* note = nullptr;      // a reader's data about the stack up to here
};

// The entries of one machine stack: of a thread, a fiber, or a signal stack.
struct Shadow {
  enum Kind : std::uint8_t { NoStack, ThreadStack, FiberStack, SignalStack, UnknownStack };

  Entry* top;           // the innermost entry, or base
  Entry* full;          // the last place for an entry; one more follows, for the mark
  std::uintptr_t low;   // the machine stack: [low, high)
  std::uintptr_t high;  //
  Entry* base;          // not a function; its frame is above all others
  Shadow* interrupted;  // for a signal stack: the stack on which the signal arrived
  std::uintptr_t lost;  // number of nested calls that found no place
  std::size_t mapped;   // bytes of its mapping, if it has one of its own
  Kind kind;

  // A stack pointer may stand at the very end of its stack, but not at its lowest byte.
  bool holds(std::uintptr_t stack_pointer) const { return stack_pointer - low - 1 < high - low; }
};

// A thread's data, at the beginning of the mapping of its entries.
struct Thread {
  Shadow own;
  Shadow signals;  // while a handler runs on an alternate signal stack
  Shadow unknown;  // while the thread runs on an unannounced stack; its `low` makes each hook check
  std::uintptr_t unknown_low;  // the known extent of that stack: [unknown_low, unknown_high)
  std::uintptr_t unknown_high;
  std::size_t mapped;  // bytes
  Thread* next;        // with `holder`: threads whose end is not reported (unattended.cpp)
  int holder;          // the kernel's number of the thread
  unsigned farewells;  // how often the cleanup was deferred for others that still call hooks
};

// What a thread can access: the shadow that it used last, and its own data.
struct Reach {
  Shadow* current;
  Thread* self;
};

// Initial-exec: no call and no allocation to reach it. Android's linker refuses that in libraries that are
// loaded late, as those of apps are, and has what it takes instead since API level 29.
#if !defined(__ANDROID__)
#define SYMTRACE_TLS __attribute__((tls_model("initial-exec"), visibility("hidden")))
#elif __ANDROID_API__ >= 29
#define SYMTRACE_TLS __attribute__((visibility("hidden")))
#else
#error "libsymtrace needs thread-local storage in ELF: Android API level 29 or later"
#endif

// NOLINTBEGIN(bugprone-dynamic-static-initializers): constinit says that they are not
extern constinit thread_local Reach reach SYMTRACE_TLS;

// For threads that have no shadow yet, or are about to end or to get one: hooks do nothing.
extern constinit Shadow unborn;
extern constinit Shadow passing_by;

// The number of entries in a thread's shadow.
extern constinit std::size_t depth_of_shadows;
// NOLINTEND(bugprone-dynamic-static-initializers)

#if defined(__x86_64__)
// Bits that no address of a program has. A call returns to what its caller pushed: if that is another
// address, a function without hooks is between the two.
inline constexpr std::uintptr_t indirect = std::uintptr_t{1} << 63;
inline constexpr std::uintptr_t from_signal = std::uintptr_t{1} << 62;
#else
inline constexpr std::uintptr_t indirect = 0;
inline constexpr std::uintptr_t from_signal = 0;
#endif
inline constexpr std::uintptr_t address_bits = ~(indirect | from_signal);

// If addresses may have such bits, one of them marks all entries that cannot simply be copied.
inline constexpr std::uintptr_t no_call_site = indirect;
inline bool is_inlined(const Entry* entry) { return entry->call_site == no_call_site; }

// The function whose name marks missing entries in a stack. The entry for the mark has it as its
// function, and the first function that found no place as its hook_site.
extern "C" void symtrace_frames_missing(void);
inline bool is_mark(const Entry* entry) {
  return entry->function == reinterpret_cast<void*>(&symtrace_frames_missing);
}

// Finds the thread's shadow for the machine stack of the stack pointer and makes it current. Null before
// the thread's first hook, if not `may_be_born`, or if there is no memory.
Shadow* arrive(std::uintptr_t stack_pointer, bool may_be_born);

// The same shadow, or that of the signal stack if the stack pointer is on it.
Shadow* unless_signal_stack(Shadow* shadow, std::uintptr_t stack_pointer);

// The shadow of an announced fiber's stack; null if there is none.
Shadow* fiber_at(std::uintptr_t stack_pointer);

// Creates a thread's data at its first hook; null if there is no memory.
Thread* bear_thread();

// For threads at whose end no destructor is called: adopts the data of such a thread that has ended, or
// null; and registers this thread's data so that others can adopt it.
Thread* adopt_thread();
void leave_unattended(Thread* thread);

// An empty shadow for the machine stack [low, high) with room for this many entries, of which the last is
// for the mark.
Shadow empty_shadow(Shadow::Kind kind, Entry* entries, std::size_t count, std::uintptr_t low,
                    std::uintptr_t high);

// Removes entries that are not above the stack pointer any more; returns the innermost live one, or base.
Entry* heal(Shadow* shadow, std::uintptr_t stack_pointer);

}  // namespace symtrace
