// The stack that the hooks keep for a thread or a fiber: what they write and what readers copy. Entries lie
// in an array that is mapped at first use; of the thread-local storage there is no more than two pointers, so
// that a library with it can still be loaded late. Everything here may run in a signal handler: no locks, no
// allocation.
#pragma once

#include <cstddef>
#include <cstdint>

namespace symtrace {

// A function that has been entered and not been left. It is alive as long as the stack pointer has not risen
// above `frame`: what lies below was thrown over, jumped over or switched away from, and is taken off by
// whoever looks next.
struct Entry {
  std::uintptr_t frame;  // the stack pointer of the function where it called the hook
  void* function;  // as the compiler names it; that of an inlined function is its copy that stands alone
  std::uintptr_t call_site;  // the return address, with `indirect` and `from_signal`; no_call_site if it was
                             // inlined into the entry below
  std::uintptr_t
      hook_site;  // where the hook returns to: tells a call that was made again from one within another
  void* note = nullptr;  // a reader's, of the stack up to here
};

// One machine stack's entries: of a thread, a fiber, a signal stack.
struct Shadow {
  enum Kind : std::uint8_t { NoStack, ThreadStack, FiberStack, SignalStack, UnknownStack };

  Entry* top;           // the innermost entry, or base
  Entry* full;          // the last place for an entry; behind it is one for the mark that entries are missing
  std::uintptr_t low;   // the machine stack: [low, high)
  std::uintptr_t high;  //
  Entry* base;          // no function; its frame is above all that have been seen
  Shadow* interrupted;  // of a signal stack: where the signal came
  std::uintptr_t lost;  // calls within those that found no place
  std::size_t mapped;   // bytes, if this has a mapping of its own
  Kind kind;

  // A stack pointer may stand at the very end of its stack, but not at its lowest byte.
  bool holds(std::uintptr_t stack_pointer) const { return stack_pointer - low - 1 < high - low; }
};

// What a thread has of its own, at the beginning of the mapping of its entries.
struct Thread {
  Shadow own;
  Shadow signals;  // while a handler runs on a stack of sigaltstack
  Shadow unknown;  // while the thread runs on a stack that nobody has told of; its `low` lets no hook pass
                   // unlooked at
  std::uintptr_t unknown_low;  // what has been seen of that stack: [unknown_low, unknown_high)
  std::uintptr_t unknown_high;
  std::size_t mapped;  // bytes
  Thread* next;        // with `holder`: of those whose end nobody tells of (unattended.cpp)
  int holder;          // the kernel's number of the thread
  unsigned farewells;  // how often the end of the thread has been put off, for the sake of others that still
                       // call hooks
};

// What a thread reaches: the shadow that it used last, and its own.
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

// For threads that have none yet, and for those that are about to end or to get one: hooks pass by.
extern constinit Shadow unborn;
extern constinit Shadow passing_by;

// How many entries a thread's shadow has.
extern constinit std::size_t depth_of_shadows;
// NOLINTEND(bugprone-dynamic-static-initializers)

#if defined(__x86_64__)
// Bits that no address of a program has. A call returns to what its caller pushed: where that is another
// address, a function without hooks stands between the two.
inline constexpr std::uintptr_t indirect = std::uintptr_t{1} << 63;
inline constexpr std::uintptr_t from_signal = std::uintptr_t{1} << 62;
#else
inline constexpr std::uintptr_t indirect = 0;
inline constexpr std::uintptr_t from_signal = 0;
#endif
inline constexpr std::uintptr_t address_bits = ~(indirect | from_signal);

// Where addresses have such bits, what is not just to be copied is told by one of them.
inline constexpr std::uintptr_t no_call_site = indirect;
inline bool is_inlined(const Entry* entry) { return entry->call_site == no_call_site; }

// The function whose name stands in a stack where entries are missing. The entry that marks the place has it
// as its function, and as its hook_site the first function that found no place.
extern "C" void symtrace_frames_missing(void);
inline bool is_mark(const Entry* entry) {
  return entry->function == reinterpret_cast<void*>(&symtrace_frames_missing);
}

// The thread's shadow for the machine stack that the stack pointer is on; makes that current. None before the
// thread's first hook, if not `may_be_born`, or if there is no memory.
Shadow* arrive(std::uintptr_t stack_pointer, bool may_be_born);

// The same shadow, or that of the signal stack that the stack pointer is on.
Shadow* unless_signal_stack(Shadow* shadow, std::uintptr_t stack_pointer);

// The shadow of a fiber's stack that has been told of, or none.
Shadow* fiber_at(std::uintptr_t stack_pointer);

// A new thread's, made by its first hook; none if there is no memory.
Thread* bear_thread();

// For threads at whose end no destructor is called: what another one had that has ended, or none; and what
// this one has, to be found by others.
Thread* adopt_thread();
void leave_unattended(Thread* thread);

// An empty shadow for the machine stack [low, high) with room for so many entries, the last one for the mark.
Shadow empty_shadow(Shadow::Kind kind, Entry* entries, std::size_t count, std::uintptr_t low,
                    std::uintptr_t high);

// Takes off what is above the stack pointer no longer: the innermost entry that is alive, or base.
Entry* heal(Shadow* shadow, std::uintptr_t stack_pointer);

}  // namespace symtrace
