// The ends of threads: destructors of thread-specific data and of thread_local objects call hooks when the
// thread's own function has long returned, and what a thread had is given back.
#include <malloc.h>

#include "check.h"

namespace {
pthread_key_t key;
volatile long destroyed = 0;
volatile long begun_deep = 0;
}  // namespace

FUNCTION void count_one() {
  __atomic_fetch_add(&destroyed, 1, __ATOMIC_RELAXED);
  STAY();
}

FUNCTION void destructor(void* rounds) {
  count_one();
  const long left = reinterpret_cast<long>(rounds) - 1;
  if (left > 0) pthread_setspecific(key, reinterpret_cast<void*>(left));
}

struct Local {
  FUNCTION ~Local() {
    count_one();
    STAY();
  }
  char* touched = nullptr;
};
thread_local Local local;

FUNCTION void work(int depth) {
  if (depth > 0) work(depth - 1);
  STAY();
}

FUNCTION void* body(void* exits) {
  if (symtrace_thread_depth() != 1) __atomic_fetch_add(&begun_deep, 1, __ATOMIC_RELAXED);
  local.touched = reinterpret_cast<char*>(exits);
  pthread_setspecific(key, reinterpret_cast<void*>(3L));
  work(20);
  if (exits != nullptr) pthread_exit(nullptr);
  STAY();
  return nullptr;
}

FUNCTION void run_threads(int rounds) {
  for (int i = 0; i < rounds; ++i) {
    pthread_t threads[8];
    for (pthread_t& thread : threads) pthread_create(&thread, nullptr, body, i % 2 == 0 ? nullptr : &threads);
    for (pthread_t& thread : threads) pthread_join(thread, nullptr);
  }
  STAY();
}

int main() {
  // Otherwise malloc maps memory for each thread.
  mallopt(M_ARENA_MAX, 1);
  const int before = symtrace_thread_depth();
  pthread_key_create(&key, destructor);
  run_threads(10);
  const long size = check::mapped_kilobytes();
  const int rounds = std::getenv("EMULATED") == nullptr ? 100 : 20;
  run_threads(rounds);
  // Each thread's entries that were not given back would be 2 MB. (An emulator maps memory for itself.)
  if (std::getenv("EMULATED") == nullptr) EXPECT(check::mapped_kilobytes() - size < 20 << 10);
  EXPECT_EQUAL(destroyed, (rounds + 10) * 8 * 4);
  EXPECT_EQUAL(begun_deep, 0);
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  return check::result();
}
