// System calls without the C library's wrappers: these may have been replaced, and a hook must not change
// errno.
#pragma once

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <type_traits>
#include <unistd.h>

namespace symtrace {

inline long as_word(const void* pointer) { return reinterpret_cast<long>(pointer); }
inline long as_word(std::nullptr_t) { return 0; }
template <typename Number>
  requires std::is_integral_v<Number>
long as_word(Number number) {
  return static_cast<long>(number);
}

// Returns the kernel's result, or -errno.
template <typename... Arguments>
long ask_kernel(long number, Arguments... arguments) {
  const int before = errno;
  const long answer = syscall(number, as_word(arguments)...);
  const long result = answer == -1 ? -errno : answer;
  errno = before;
  return result;
}

// Memory that is allocated when it is touched; nullptr if there is none.
inline void* map_memory(std::size_t size) {
#ifdef SYS_mmap2
  constexpr long map = SYS_mmap2;
#else
  constexpr long map = SYS_mmap;
#endif
  const long address = ask_kernel(map, nullptr, size, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);
  return address < 0 && address > -4096 ? nullptr : reinterpret_cast<void*>(address);
}

inline void unmap_memory(void* memory, std::size_t size) { ask_kernel(SYS_munmap, memory, size); }

constexpr std::uintptr_t page_size = 4096;  // or part of one
constexpr std::size_t kernel_signal_set = 8;

// Whether a byte of this page can be read: the kernel is asked to read it, for an invalid signal-mask
// change that it then refuses.
inline bool is_readable(std::uintptr_t address) {
  constexpr int no_such_change = 0x7fff;
  const std::uintptr_t page = address & ~(page_size - 1);
  return ask_kernel(SYS_rt_sigprocmask, no_such_change, page, nullptr, kernel_signal_set) != -EFAULT;
}

// Blocks signals while it lives: for changes that a handler of the same thread must not see half done.
class WithoutSignals {
 public:
  WithoutSignals() {
    const std::uint64_t all = ~std::uint64_t{0};
    ask_kernel(SYS_rt_sigprocmask, SIG_SETMASK, &all, &before_, kernel_signal_set);
  }
  ~WithoutSignals() { ask_kernel(SYS_rt_sigprocmask, SIG_SETMASK, &before_, nullptr, kernel_signal_set); }
  WithoutSignals(const WithoutSignals&) = delete;
  WithoutSignals& operator=(const WithoutSignals&) = delete;

 private:
  std::uint64_t before_ = 0;
};

}  // namespace symtrace
