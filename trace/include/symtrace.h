/* libsymtrace: the stack of the running thread at the price of a copy.
 *
 * Compile what is to be seen with `symtrace-config --cflags gcc` (or clang), link with `symtrace-config
 * --libs`: each function then notes when it is entered and left, and a stack is read without unwinding, from
 * a signal handler or within malloc as well as anywhere else. Nothing here locks, allocates or throws;
 * docs/tracing.md says what it costs and what it cannot see. */
#ifndef SYMTRACE_H
#define SYMTRACE_H

/* The names are C's, and two of them compilers'. */
/* NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier) */
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define SYMTRACE_API __attribute__((visibility("default"), no_instrument_function))
#else
#define SYMTRACE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The calling thread's stack, innermost first, as backtrace(3) has it: where symtrace_backtrace was called,
 * then return addresses. Functions that are not instrumented are missing, except where one of them called an
 * instrumented one. Gives the number of addresses written, at most `size`. A stack with a gap has an address
 * in symtrace_frames_missing where the gap is; a function of which only the name is known is there as an
 * address that, looked up as a return address, gives its name. */
SYMTRACE_API int symtrace_backtrace(void** addresses, int size);

/* An instrumented function that has been entered and not been left. */
struct symtrace_frame {
  void* function; /* where it begins; of an inlined function, where its copy that stands alone begins */
  void*
      call_site; /* where it will return to; NULL of a function that was inlined into the next in the list */
};

/* The same as functions, inlined ones too, innermost first. A frame whose function is symtrace_frames_missing
 * stands where there are some of which nothing is known. */
SYMTRACE_API int symtrace_frames(struct symtrace_frame* frames, int size);

/* How many instrumented functions the calling thread is in, those among them that found no place. */
SYMTRACE_API int symtrace_thread_depth(void);

/* Stacks of fibers, coroutines and the like. Told of its bounds, the hooks see by themselves when a thread
 * begins to run on it, and when another thread does; a stack that they have not been told of has a stack
 * trace of what was called since the thread came to it, with a gap below. NULL if there is no memory. */
typedef struct symtrace_stack symtrace_stack;
SYMTRACE_API symtrace_stack* symtrace_stack_create(void* low, size_t size);

/* When nothing runs on it any more, and before its memory is used for something else. */
SYMTRACE_API void symtrace_stack_destroy(symtrace_stack* stack);

/* Says that the next thing the calling thread does is to switch to this stack; NULL is the thread's own.
 * Saves the search where a program switches often, and is the only way where the bounds are not known: such a
 * stack is made with symtrace_stack_create(NULL, 0), and holds until the next call. */
SYMTRACE_API void symtrace_switch_stack(symtrace_stack* stack);

/* symtrace_backtrace in the form in which others want to be given it: malloc_debug, and allocators that take
 * a function to collect a stack with, as GWP-ASan does. */
SYMTRACE_API int get_backtrace_external(uintptr_t* addresses, size_t size);
SYMTRACE_API size_t symtrace_collect(uintptr_t* addresses, size_t size);

/* For a reader that comes often, and keeps what it has read: a place of the innermost function's, NULL when
 * the function is entered and gone when it is left. `*from` becomes the address that symtrace_collect would
 * give behind its own caller's. As long as the place is there, what is read from one such address is the
 * same. NULL where nobody can say that: within a gap, on a signal stack, and on processors other than x86_64.
 * The places serve one reader of a process. */
SYMTRACE_API void** symtrace_note(uintptr_t* from);

/* Never called: its address stands for a gap. */
SYMTRACE_API void symtrace_frames_missing(void);

/* What -finstrument-functions calls. */
SYMTRACE_API void __cyg_profile_func_enter(void* function, void* call_site);
SYMTRACE_API void __cyg_profile_func_exit(void* function, void* call_site);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier) */
#endif
