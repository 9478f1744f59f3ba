#include "names/demangle/wide_stack.h"

#include <cstdint>
#include <pthread.h>

namespace symkit::demangle {
namespace {

void* run(void* work) {
  (*static_cast<const std::function<void()>*>(work))();
  return nullptr;
}

// The lowest address of this thread's stack; 0 if unknown.
std::uintptr_t end_of_stack() {
  pthread_attr_t attributes;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return 0;
  void* lowest = nullptr;
  std::size_t size = 0;
  const bool known = ::pthread_attr_getstack(&attributes, &lowest, &size) == 0;
  ::pthread_attr_destroy(&attributes);
  return known ? reinterpret_cast<std::uintptr_t>(lowest) : 0;
}

bool is_left(std::size_t bytes) {
  constexpr std::size_t for_everything_else = 256 * 1024;
  thread_local const std::uintptr_t lowest = end_of_stack();
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  return lowest != 0 && here > lowest && here - lowest >= bytes + for_everything_else;
}

}  // namespace

bool on_wide_stack(std::size_t bytes, const std::function<void()>& work) {
  if (is_left(bytes)) {
    work();
    return true;
  }
  pthread_attr_t attributes;
  if (::pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread{};
  const bool started =
      ::pthread_attr_setstacksize(&attributes, bytes) == 0 &&
      ::pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&work)) == 0;
  ::pthread_attr_destroy(&attributes);
  if (started) ::pthread_join(thread, nullptr);
  return started;
}

}  // namespace symkit::demangle
