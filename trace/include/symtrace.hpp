// libsymtrace for C++: the functions of symtrace.h as values. C++11 and later; header-only.
#ifndef SYMTRACE_HPP
#define SYMTRACE_HPP

#include <cstddef>
#include <cstdint>

#include "symtrace.h"

namespace symtrace {

// The calling thread's stack, as many addresses as there is room for: `for (void* address : symtrace::Backtrace<64>())`.
template <std::size_t Room>
class Backtrace {
 public:
  // Part of whoever makes it, so that the stack begins there.
  __attribute__((always_inline, no_instrument_function)) Backtrace()
      : size_(symtrace_backtrace(addresses_, static_cast<int>(Room))) {}

  __attribute__((no_instrument_function)) void* const* begin() const noexcept { return addresses_; }
  __attribute__((no_instrument_function)) void* const* end() const noexcept { return addresses_ + size_; }
  __attribute__((no_instrument_function)) std::size_t size() const noexcept { return static_cast<std::size_t>(size_); }

 private:
  void* addresses_[Room];
  int size_;
};

// The same as functions, the inlined ones among them.
template <std::size_t Room>
class Frames {
 public:
  __attribute__((always_inline, no_instrument_function)) Frames()
      : size_(symtrace_frames(frames_, static_cast<int>(Room))) {}

  __attribute__((no_instrument_function)) const symtrace_frame* begin() const noexcept { return frames_; }
  __attribute__((no_instrument_function)) const symtrace_frame* end() const noexcept { return frames_ + size_; }
  __attribute__((no_instrument_function)) std::size_t size() const noexcept { return static_cast<std::size_t>(size_); }

 private:
  symtrace_frame frames_[Room];
  int size_;
};

// The stack of a fiber, told of as long as this lives. Without bounds it is one that is announced by hand.
class FiberStack {
 public:
  __attribute__((no_instrument_function)) FiberStack(void* low, std::size_t size) noexcept
      : stack_(symtrace_stack_create(low, size)) {}
  __attribute__((no_instrument_function)) FiberStack() noexcept : FiberStack(nullptr, 0) {}
  __attribute__((no_instrument_function)) ~FiberStack() { symtrace_stack_destroy(stack_); }
  FiberStack(const FiberStack&) = delete;
  FiberStack& operator=(const FiberStack&) = delete;

  // The next thing the calling thread does is to switch to it, or back to its own.
  __attribute__((no_instrument_function)) void switch_to() const noexcept { symtrace_switch_stack(stack_); }
  __attribute__((no_instrument_function)) static void switch_back() noexcept { symtrace_switch_stack(nullptr); }

 private:
  symtrace_stack* stack_;
};

}  // namespace symtrace

#endif
