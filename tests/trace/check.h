// What the programs here share: expectations, counted; functions that stay functions; a stack as a list of
// functions.
#pragma once

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <pthread.h>
#include <sys/time.h>

#include "symtrace.h"

#ifdef __clang__
#define NO_HOOKS __attribute__((no_instrument_function, xray_never_instrument, noinline))
#else
#define NO_HOOKS __attribute__((no_instrument_function, noinline))
#endif
#define FUNCTION __attribute__((noinline))

namespace check {

inline int failures = 0;

// Keeps a call from being the last thing that a function does, and a function from being empty.
#define STAY() asm volatile("" ::: "memory")

inline NO_HOOKS void expect(bool is_so, const char* what, const char* file, int line) {
  if (is_so) return;
  std::fprintf(stderr, "%s:%d: expected: %s\n", file, line, what);
  ++failures;
}

inline NO_HOOKS void expect_equal(long is, long wanted, const char* what, const char* file, int line) {
  if (is == wanted) return;
  std::fprintf(stderr, "%s:%d: %s is %ld, expected %ld\n", file, line, what, is, wanted);
  ++failures;
}

#define EXPECT(condition) check::expect((condition), #condition, __FILE__, __LINE__)
#define EXPECT_EQUAL(is, wanted) check::expect_equal((is), (wanted), #is, __FILE__, __LINE__)

template <typename Function>
NO_HOOKS void* address_of(Function* function) {
  return reinterpret_cast<void*>(function);
}

// Are the functions these, and no others?
inline NO_HOOKS void expect_functions(std::initializer_list<void*> wanted, const symtrace_frame* frames,
                                      int count, const char* file, int line) {
  int at = 0;
  bool same = count == static_cast<int>(wanted.size());
  for (void* function : wanted) {
    same = same && frames[at].function == function;
    ++at;
  }
  if (same) return;
  std::fprintf(stderr, "%s:%d: the functions are", file, line);
  for (int i = 0; i < count && i < 12; ++i) std::fprintf(stderr, " %p", frames[i].function);
  std::fprintf(stderr, ", expected");
  for (void* function : wanted) std::fprintf(stderr, " %p", function);
  std::fprintf(stderr, "\n");
  ++failures;
}

constexpr int most_frames = 256;

// AMap's hooks keep no functions: of them only balance is asked.
#ifdef WITHOUT_FUNCTIONS
constexpr bool has_functions = false;
#else
constexpr bool has_functions = true;
#endif

#define EXPECT_FUNCTIONS(...)                                                    \
  do {                                                                           \
    symtrace_frame frames_[check::most_frames];                                  \
    const int count_ = symtrace_frames(frames_, check::most_frames);             \
    if (!check::has_functions) break;                                            \
    check::expect_functions({__VA_ARGS__}, frames_, count_, __FILE__, __LINE__); \
  } while (0)
#define F(function) check::address_of(function)

inline NO_HOOKS void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(signal, &action, nullptr);
}

// SIGALRM comes so often; 0 is never.
inline NO_HOOKS void set_timer(int microseconds) {
  const itimerval often = {{0, microseconds}, {0, microseconds}};
  setitimer(ITIMER_REAL, &often, nullptr);
}

// The size of the process's address space.
inline NO_HOOKS long mapped_kilobytes() {
  FILE* file = std::fopen("/proc/self/status", "r");
  char line[256];
  long size = 0;
  while (std::fgets(line, sizeof line, file) != nullptr) {
    if (std::strncmp(line, "VmSize:", 7) == 0) size = std::strtol(line + 7, nullptr, 10);
  }
  std::fclose(file);
  return size;
}

inline NO_HOOKS int result() {
  if (failures != 0) std::fprintf(stderr, "%d expectations failed\n", failures);
  return failures == 0 ? 0 : 1;
}

}  // namespace check
