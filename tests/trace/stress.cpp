// Everything at once, in 64 threads: exceptions, libraries loaded and unloaded, children, and a timer whose
// handler reads stacks. Nothing hangs, nothing drifts.
#include <csignal>
#include <ctime>
#include <dlfcn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

namespace {
volatile bool done = false;
volatile long drifted = 0;
}  // namespace

FUNCTION void thrower(long depth) {
  if (depth == 0) throw std::runtime_error("thrown");
  thrower(depth - 1);
  STAY();
}

FUNCTION void throws_and_catches(long depth) {
  try {
    thrower(depth);
  } catch (const std::runtime_error&) {
    STAY();
  }
}

FUNCTION void handler(int) {
  void* addresses[32];
  if (symtrace_backtrace(addresses, 32) < 1) drifted = drifted + 1;
  STAY();
}

FUNCTION bool has_good_child(int depth) {
  const pid_t child = fork();
  if (child == 0) {
    throws_and_catches(3);
    _exit(symtrace_thread_depth() == depth + 1 ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status == 0;
}

FUNCTION void* body(void* first) {
  const int before = symtrace_thread_depth();
  for (auto round = reinterpret_cast<long>(first); !done; ++round) {
    throws_and_catches(round % 20);
    if (round % 50 == 0) dlclose(dlopen("libm.so.6", RTLD_NOW));
    const bool is_good = round % 400 != 0 || has_good_child(before);
    if (!is_good || symtrace_thread_depth() != before) drifted = drifted + 1;
  }
  STAY();
  return nullptr;
}

int main() {
  const int before = symtrace_thread_depth();
  check::handle(SIGALRM, handler, SA_RESTART);
  check::set_timer(500);
  pthread_t threads[64];
  for (long i = 0; i < 64; ++i) pthread_create(&threads[i], nullptr, body, reinterpret_cast<void*>(i));
  const std::time_t end = std::time(nullptr) + 4;
  while (std::time(nullptr) < end) usleep(10000);
  done = true;
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  EXPECT_EQUAL(drifted, 0);
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  return check::result();
}
