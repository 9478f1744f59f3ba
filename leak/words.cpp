#include "words.h"

#include <algorithm>
#include <csignal>
#include <pthread.h>
#include <sys/resource.h>

#include "system.h"

// NOLINTNEXTLINE(readability-identifier-naming,bugprone-reserved-identifier)
extern "C" void* __libc_stack_end __attribute__((weak));

namespace symleak {
namespace {

// For the main thread the library would read /proc; its stack ends where the loader says.
void ask_for_bounds() {
  rlimit limit = {};
  if (getpid() == ask_kernel(SYS_gettid) && &__libc_stack_end != nullptr) {
    const auto end = reinterpret_cast<std::uintptr_t>(__libc_stack_end);
    const std::uintptr_t most = std::uintptr_t{1} << 30;
    getrlimit(RLIMIT_STACK, &limit);
    thread.stack_high = end;
    thread.stack_low = end - std::min<std::uintptr_t>(limit.rlim_cur, most);
    return;
  }
  pthread_attr_t attributes;
  void* low = nullptr;
  std::size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
    thread.stack_low = reinterpret_cast<std::uintptr_t>(low);
    thread.stack_high = thread.stack_low + size;
  }
  pthread_attr_destroy(&attributes);
}

}  // namespace

// Whether a byte of this page can be read: the kernel is asked to read it, for an invalid signal-mask
// change that it then refuses.
bool Words::is_readable(std::uintptr_t page) {
  constexpr int no_such_change = 0x7fff;
  constexpr long signal_set = 8;
  return ask_kernel(SYS_rt_sigprocmask, no_such_change, page, nullptr, signal_set) != -EFAULT;
}

void Words::learn_bounds() {
  thread.knows_stack = true;
  thread.asks_library = true;
  ask_for_bounds();
  thread.asks_library = false;
}

}  // namespace symleak
