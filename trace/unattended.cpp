// The data of threads at whose end no destructor is called, because the program had already used all keys
// for which that costs no allocation. Such a thread's memory is reused by a later one: each new thread
// checks a few others, in turn, asking the kernel whether they still live.
#include <atomic>

#include "shadow.h"
#include "system.h"

namespace symtrace {
namespace {

constexpr int looks = 8;
std::atomic<Thread*> all = nullptr;   // only ever grows
std::atomic<Thread*> hand = nullptr;  // where the next thread begins to look

int own_number() { return static_cast<int>(ask_kernel(SYS_gettid)); }

// A number that the caller itself has now is that of an ended thread.
bool has_ended(int number, int asker) {
  return number == asker || ask_kernel(SYS_tgkill, ask_kernel(SYS_getpid), number, 0) == -ESRCH;
}

}  // namespace

Thread* adopt_thread() {
  const int asker = own_number();
  Thread* thread = hand.load(std::memory_order_acquire);
  for (int i = 0; i < looks; ++i) {
    if (thread == nullptr) thread = all.load(std::memory_order_acquire);
    if (thread == nullptr) return nullptr;
    int number = std::atomic_ref(thread->holder).load(std::memory_order_acquire);
    Thread* next = thread->next;
    if (has_ended(number, asker) && std::atomic_ref(thread->holder).compare_exchange_strong(number, asker)) {
      hand.store(next, std::memory_order_release);
      return thread;
    }
    thread = next;
  }
  hand.store(thread, std::memory_order_release);
  return nullptr;
}

void leave_unattended(Thread* thread) {
  thread->holder = own_number();
  thread->next = all.load(std::memory_order_relaxed);
  while (!all.compare_exchange_weak(thread->next, thread, std::memory_order_release,
                                    std::memory_order_relaxed)) {
  }
}

}  // namespace symtrace
