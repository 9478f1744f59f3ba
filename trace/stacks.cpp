// Which machine stack a thread is on: its own, as far as that reaches; a fiber's, if its bounds were
// announced; the signal stack known to the kernel; or an unannounced one. This runs only when the stack
// pointer has left the bounds of the current stack, so it may take a system call or two.
#include <csignal>
#include <initializer_list>
#include <sys/auxv.h>

#include "shadow.h"
#include "system.h"

namespace symtrace {
namespace {

constexpr std::uintptr_t farthest_step = 16 << 20;  // bytes by which a stack grows between two hooks
constexpr std::uintptr_t nearby = 256 << 10;        // farther away is another unknown stack
constexpr std::size_t visitor_depth = 4096;         // entries of signal stacks and of unknown ones

std::uintptr_t thread_pointer() {
  std::uintptr_t pointer = 0;
#if defined(__x86_64__)
  asm("movq %%fs:0, %0" : "=r"(pointer));
#elif defined(__aarch64__)
  asm("mrs %0, tpidr_el0" : "=r"(pointer));
#else
  asm("mrc p15, 0, %0, c13, c0, 3" : "=r"(pointer));
#endif
  return pointer;
}

// Whether memory is readable without a gap from `low` to `high`.
bool is_one_piece(std::uintptr_t low, std::uintptr_t high) {
  for (std::uintptr_t page = low & ~(page_size - 1); page < high; page += page_size) {
    if (!is_readable(page)) return false;
  }
  return true;
}

// C libraries put a thread's control block above its stack, the kernel its auxiliary data above the first
// thread's. The lower end is as far as the stack has been seen to reach; the stack is one piece, with a
// guard page below.
bool reach_own(Thread* self, std::uintptr_t stack_pointer) {
  Shadow& own = self->own;
  if (own.high != 0) {
    if (stack_pointer > own.low || own.low - stack_pointer > farthest_step) return false;
    if (!is_one_piece(stack_pointer, own.low)) return false;
    own.low = (stack_pointer & ~(page_size - 1)) - 1;
    return true;
  }
  for (const std::uintptr_t above : {thread_pointer(), static_cast<std::uintptr_t>(getauxval(AT_RANDOM))}) {
    if (stack_pointer > above || above - stack_pointer > farthest_step || !is_one_piece(stack_pointer, above))
      continue;
    own.high = above;
    own.low = (stack_pointer & ~(page_size - 1)) - 1;
    return true;
  }
  return false;
}

// A shadow for a stack that a thread only visits, begun again at each visit.
bool begin_visit(Shadow& shadow, Shadow::Kind kind, std::uintptr_t low, std::uintptr_t high) {
  if (shadow.mapped == 0) {
    constexpr std::size_t size = visitor_depth * sizeof(Entry);
    auto* entries = static_cast<Entry*>(map_memory(size));
    if (entries == nullptr) return false;
    // Hooks look at the entry below the innermost one before they see that there is none.
    shadow = empty_shadow(kind, entries + 1, visitor_depth - 1, low, high);
    shadow.mapped = size;
  }
  shadow.low = low;
  shadow.high = high;
  shadow.base->frame = 0;
  shadow.top = shadow.base;
  return true;
}

Shadow* signal_stack(Thread* self, std::uintptr_t stack_pointer) {
  stack_t stack = {};
  if (ask_kernel(SYS_sigaltstack, nullptr, &stack) != 0 || (stack.ss_flags & SS_DISABLE) != 0) return nullptr;
  const auto low = reinterpret_cast<std::uintptr_t>(stack.ss_sp);
  if (stack_pointer - low - 1 >= stack.ss_size) return nullptr;
  Shadow* interrupted = reach.current;
  if (!begin_visit(self->signals, Shadow::SignalStack, low, low + stack.ss_size)) return nullptr;
  self->signals.interrupted = interrupted;
  return &self->signals;
}

bool seen(const Thread* self, std::uintptr_t stack_pointer) {
  return stack_pointer - self->unknown_low < self->unknown_high - self->unknown_low;
}

// The known extent of an unknown stack grows, in one piece, while hooks are called near it.
Shadow* unknown_stack(Thread* self, std::uintptr_t stack_pointer) {
  const std::uintptr_t page = stack_pointer & ~(page_size - 1);
  if (reach.current == &self->unknown) {
    if (page < self->unknown_low && self->unknown_low - page <= nearby &&
        is_one_piece(page, self->unknown_low)) {
      self->unknown_low = page;
      return &self->unknown;
    }
    if (page >= self->unknown_high && page - self->unknown_high < nearby &&
        is_one_piece(self->unknown_high, page + 1)) {
      self->unknown_high = page + page_size;
      return &self->unknown;
    }
  }
  // With these bounds every hook comes here: entries on such a stack must not be trusted without a check.
  if (!begin_visit(self->unknown, Shadow::UnknownStack, UINTPTR_MAX, UINTPTR_MAX)) return nullptr;
  self->unknown_low = page;
  self->unknown_high = page + page_size;
  return &self->unknown;
}

bool is_on(const Thread* self, const Shadow* shadow, std::uintptr_t stack_pointer) {
  return shadow->kind == Shadow::UnknownStack ? seen(self, stack_pointer) : shadow->holds(stack_pointer);
}

Shadow* find(Thread* self, std::uintptr_t stack_pointer) {
  if (self->own.holds(stack_pointer)) return &self->own;
  if (Shadow* fiber = fiber_at(stack_pointer)) return fiber;
  // A handler that interrupts now would find its own answer and change the data used here; one just
  // before may have done so.
  const WithoutSignals quiet;
  if (self->own.holds(stack_pointer)) return &self->own;
  if (is_on(self, reach.current, stack_pointer)) return reach.current;
  if (Shadow* stack = signal_stack(self, stack_pointer)) return stack;
  if (reach_own(self, stack_pointer)) return &self->own;
  return unknown_stack(self, stack_pointer);
}

}  // namespace

Shadow* arrive(std::uintptr_t stack_pointer, bool may_be_born) {
  Thread* self = reach.self;
  if (self == nullptr) {
    if (!may_be_born || reach.current == &passing_by) return nullptr;
    self = bear_thread();
    if (self == nullptr) return nullptr;
  }
  if (is_on(self, reach.current, stack_pointer)) return reach.current;
  Shadow* found = find(self, stack_pointer);
  if (found != nullptr) reach.current = found;
  return found;
}

Shadow* unless_signal_stack(Shadow* shadow, std::uintptr_t stack_pointer) {
  if (shadow->kind == Shadow::SignalStack || shadow->kind == Shadow::UnknownStack) return shadow;
  const WithoutSignals quiet;
  if (reach.current->kind == Shadow::SignalStack && reach.current->holds(stack_pointer)) return reach.current;
  Shadow* stack = signal_stack(reach.self, stack_pointer);
  if (stack == nullptr) return shadow;
  reach.current = stack;
  return stack;
}

}  // namespace symtrace
