// System calls without the C library's wrappers, which may have been replaced; and a lock. errno is not
// changed.
#pragma once

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <sched.h>
#include <sys/single_threaded.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace symleak {

// Returns the kernel's result, or -errno.
template <class... Arguments>
long ask_kernel(long number, Arguments... arguments) {
  const int before = errno;
  const long answer = syscall(number, arguments...);
  const long result = answer == -1 ? -errno : answer;
  errno = before;
  return result;
}

inline bool is_single_threaded() { return __libc_single_threaded != 0; }

// Held for some tens of nanoseconds, and never during a call that may wait for others. A thread in the
// recorder is `busy` and does not come here twice.
class Lock {
 public:
  void take() {
    if (is_single_threaded()) {
      held_.store(1, std::memory_order_relaxed);
      return;
    }
    while (held_.exchange(1, std::memory_order_acquire) != 0) wait();
  }
  // Without waiting.
  bool may_take() {
    if (is_single_threaded()) {
      const bool is_free = held_.load(std::memory_order_relaxed) == 0;
      held_.store(1, std::memory_order_relaxed);
      return is_free;
    }
    return held_.exchange(1, std::memory_order_acquire) == 0;
  }
  void give() { held_.store(0, std::memory_order_release); }
  // Called in the child of a fork: the holder does not exist there.
  void reset() { held_.store(0, std::memory_order_relaxed); }

 private:
  void wait() {
    for (int i = 0; held_.load(std::memory_order_relaxed) != 0; ++i)
      if (i > 100) ask_kernel(SYS_sched_yield);
  }

  std::atomic<std::uint32_t> held_{0};
};

class Holding {
 public:
  explicit Holding(Lock& lock) : lock_(lock) { lock_.take(); }
  ~Holding() { lock_.give(); }
  Holding(const Holding&) = delete;
  Holding& operator=(const Holding&) = delete;

 private:
  Lock& lock_;
};

}  // namespace symleak
