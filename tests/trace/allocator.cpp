// The functions of an allocator are instrumented, too: a hook that allocated would not come back. Threads
// whose first hook is called within malloc, holding its lock, read their stacks there.
#include <cstring>

#include "check.h"

namespace {
alignas(64) char arena[64 << 20];
size_t used = 0;
int lock = 0;
volatile long reads = 0;
}  // namespace

FUNCTION void take_lock() {
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE) != 0) {
  }
}

FUNCTION void drop_lock() {
  __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
  STAY();
}

extern "C" {
FUNCTION void* malloc(size_t size) {
  take_lock();
  void* addresses[32];
  if (symtrace_backtrace(addresses, 32) > 1) reads = reads + 1;
  char* place = arena + used;
  used += (size + 31) / 16 * 16;
  drop_lock();
  if (used > sizeof arena) __builtin_trap();
  return place;
}
FUNCTION void free(void*) { STAY(); }
FUNCTION void* calloc(size_t count, size_t size) {
  return std::memset(malloc(count * size), 0, count * size);
}
FUNCTION void* realloc(void* old, size_t size) {
  void* place = malloc(size);
  if (old != nullptr) std::memcpy(place, old, size);
  return place;
}
}

NO_HOOKS void* body(void*) {
  for (int i = 0; i < 100; ++i) {
    void* volatile memory = malloc(24);
    free(memory);
  }
  return nullptr;
}

int main() {
  const int before = symtrace_thread_depth();
  for (int i = 0; i < 50; ++i) {
    pthread_t threads[4];
    for (pthread_t& thread : threads) pthread_create(&thread, nullptr, body, nullptr);
    for (pthread_t& thread : threads) pthread_join(thread, nullptr);
  }
  EXPECT(reads >= 20000);
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  return check::result();
}
