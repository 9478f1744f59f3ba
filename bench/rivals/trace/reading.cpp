// How long it takes to read the stack of a thread that is deep enough: `reading WAY SIZE THREADS` prints
// processor time for one stack of SIZE addresses, in nanoseconds, the least of many short samples. Compiled
// once with each library, as libunwind puts itself in the place of the C library's unwinder.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <pthread.h>

#if defined(WITH_LIBUNWIND)
#define UNW_LOCAL_ONLY
#include <libunwind.h>
#elif defined(WITH_GLIBC)
#include <execinfo.h>
#else
#include "symtrace.h"
#endif

#define NO_HOOKS __attribute__((no_instrument_function))

namespace {

constexpr int deeper = 60;  // than any size
constexpr int most = 64;
volatile int sink = 0;

using Read = int(void**, int);

#if defined(WITH_LIBUNWIND)
NO_HOOKS int by_steps(void** addresses, int size) {
  unw_context_t context;
  unw_cursor_t cursor;
  unw_getcontext(&context);
  unw_init_local(&cursor, &context);
  int count = 0;
  while (count < size && unw_step(&cursor) > 0) {
    unw_word_t address = 0;
    unw_get_reg(&cursor, UNW_REG_IP, &address);
    addresses[count++] = reinterpret_cast<void*>(address);
  }
  return count;
}
NO_HOOKS int cached(void** addresses, int size) { return unw_backtrace(addresses, size); }
NO_HOOKS Read* way_called(const char* name) { return std::strcmp(name, "unw_step") == 0 ? by_steps : cached; }
#elif defined(WITH_GLIBC)
NO_HOOKS Read* way_called(const char*) { return backtrace; }
#else
NO_HOOKS Read* way_called(const char*) { return symtrace_backtrace; }
#endif

NO_HOOKS double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

struct Job {
  Read* read;
  int size;
  double nanoseconds;
};

NO_HOOKS double sample(const Job& job, int rounds) {
  void* addresses[most];
  const double begin = now();
  int count = 0;
  for (int i = 0; i < rounds; ++i) count = job.read(addresses, job.size);
  const double taken = (now() - begin) / rounds;
  if (count != job.size) {
    std::fprintf(stderr, "only %d addresses of %d\n", count, job.size);
    std::exit(1);
  }
  return taken;
}

NO_HOOKS void measure(Job& job) {
  constexpr double length = 200e3;  // of a sample, in nanoseconds: seldom interrupted
  constexpr int samples = 100;
  sample(job, 10);
  const int rounds = std::max(1, static_cast<int>(length / sample(job, 10)));
  for (int i = 0; i < samples; ++i) job.nanoseconds = std::min(job.nanoseconds, sample(job, rounds));
}

}  // namespace

__attribute__((noinline)) void descend(Job& job, int depth) {
  if (depth == 0) {
    measure(job);
  } else {
    descend(job, depth - 1);
  }
  sink = sink + 1;
}

NO_HOOKS void* body(void* job) {
  descend(*static_cast<Job*>(job), deeper);
  return nullptr;
}

NO_HOOKS int main(int count, char** arguments) {
  if (count != 4) return 2;
  const int threads = std::min(std::atoi(arguments[3]), most);
  Job jobs[most];
  pthread_t ids[most];
  for (int i = 0; i < threads; ++i) {
    jobs[i] = {way_called(arguments[1]), std::min(std::atoi(arguments[2]), most), 1e12};
    pthread_create(&ids[i], nullptr, body, &jobs[i]);
  }
  double sum = 0;
  for (int i = 0; i < threads; ++i) {
    pthread_join(ids[i], nullptr);
    sum += jobs[i].nanoseconds;
  }
  std::printf("%.2f\n", sum / threads);
}
