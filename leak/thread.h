// The recorder's state for the running thread; and the caller of a hook.
#pragma once

#include <cstdint>

namespace symleak {

struct Thread {
  // In the recorder or in the allocator that it calls: calls made meanwhile, by a signal handler or by
  // the allocator itself, are passed on without being recorded.
  bool busy = false;
  bool asks_library = false;  // the recorder calls the library, which may allocate and then frees it
  bool knows_stack = false;
  bool is_sampling = false;
  std::int64_t until_sample = 0;  // bytes to be allocated before the next block is recorded
  std::uint16_t lane = 0;         // from 1; 0: none yet
  std::uint32_t fork = 0;         // the number of forks before the last stack
  const void* last_stack = nullptr;
  std::uintptr_t stack_low = 0;
  std::uintptr_t stack_high = 0;
};

// Initial-exec: read by one instruction, and never allocated when it is touched first.
// NOLINTNEXTLINE(bugprone-dynamic-static-initializers): zeros
extern __thread Thread thread __attribute__((tls_model("initial-exec")));

class Busy {
 public:
  Busy() { thread.busy = true; }
  ~Busy() { thread.busy = false; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;
};

// Where a hook was called: its own frame record, {caller's frame pointer, return address}.
struct Caller {
  std::uintptr_t returns_to;
  const std::uintptr_t* frame;
};

// Must be called in the hook itself, which is compiled with a frame pointer.
#define SYMLEAK_CALLER()                                               \
  ::symleak::Caller {                                                  \
    reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)),     \
        static_cast<const std::uintptr_t*>(__builtin_frame_address(0)) \
  }

}  // namespace symleak
