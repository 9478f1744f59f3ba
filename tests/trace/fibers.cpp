// Stacks that a program makes for itself, and switches between with swapcontext, which calls no hooks: told
// of by their bounds, announced by hand, moved from thread to thread, or not told of at all.
#include <sys/mman.h>
#include <ucontext.h>
#include <vector>

#include "check.h"

namespace {
constexpr size_t size = 256 << 10;

struct Fiber {
  ucontext_t context;
  ucontext_t* back;
  symtrace_stack* stack;
  int turns;
};
Fiber* running;
bool is_known;
}  // namespace

FUNCTION void yields() {
  if (is_known) EXPECT_EQUAL(symtrace_thread_depth(), 4);
  swapcontext(&running->context, running->back);
  if (is_known) EXPECT_EQUAL(symtrace_thread_depth(), 4);
}

FUNCTION void inner() {
  yields();
  STAY();
}

FUNCTION void outer() {
  inner();
  STAY();
}

FUNCTION void fiber_main() {
  for (;;) {
    outer();
    if (is_known) EXPECT_FUNCTIONS(F(fiber_main));
    ++running->turns;
  }
}

NO_HOOKS Fiber* make_fiber(char* memory, bool is_told) {
  auto* fiber = new Fiber;
  getcontext(&fiber->context);
  fiber->context.uc_stack.ss_sp = memory;
  fiber->context.uc_stack.ss_size = size;
  fiber->context.uc_link = nullptr;
  fiber->turns = 0;
  makecontext(&fiber->context, fiber_main, 0);
  fiber->stack = is_told ? symtrace_stack_create(memory, size) : nullptr;
  return fiber;
}

FUNCTION void resume(Fiber* fiber) {
  const int before = symtrace_thread_depth();
  ucontext_t here;
  fiber->back = &here;
  running = fiber;
  swapcontext(&here, &fiber->context);
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  STAY();
}

FUNCTION void run_in_turn(const std::vector<Fiber*>& fibers, int rounds) {
  const int before = symtrace_thread_depth();
  for (int i = 0; i < rounds; ++i) {
    for (Fiber* fiber : fibers) resume(fiber);
    EXPECT_EQUAL(symtrace_thread_depth(), before);
  }
  for (const Fiber* fiber : fibers) EXPECT_EQUAL(fiber->turns, rounds - 1);
}

FUNCTION void resume_here(Fiber* fiber) {
  resume(fiber);
  STAY();
}

FUNCTION void* other_thread(void* fiber) {
  for (int i = 0; i < 100; ++i) resume_here(static_cast<Fiber*>(fiber));
  EXPECT_EQUAL(symtrace_thread_depth(), 1);
  return nullptr;
}

FUNCTION void moved_between_threads(Fiber* fiber) {
  const int before = symtrace_thread_depth();
  for (int i = 0; i < 20; ++i) {
    resume(fiber);
    pthread_t thread;
    pthread_create(&thread, nullptr, other_thread, fiber);
    pthread_join(thread, nullptr);
    EXPECT_EQUAL(symtrace_thread_depth(), before);
  }
}

FUNCTION void by_hand(Fiber* fiber) {
  const int before = symtrace_thread_depth();
  symtrace_stack* stack = symtrace_stack_create(nullptr, 0);
  ucontext_t here;
  for (int i = 0; i < 100; ++i) {
    fiber->back = &here;
    running = fiber;
    symtrace_switch_stack(stack);
    swapcontext(&here, &fiber->context);
    symtrace_switch_stack(nullptr);
    EXPECT_EQUAL(symtrace_thread_depth(), before);
  }
  symtrace_stack_destroy(stack);
}

FUNCTION void made_and_destroyed() {
  const int before = symtrace_thread_depth();
  for (int i = 0; i < 2000; ++i) {
    auto* memory = static_cast<char*>(std::malloc(size));
    Fiber* fiber = make_fiber(memory, true);
    resume(fiber);
    symtrace_stack_destroy(fiber->stack);
    std::free(memory);
    delete fiber;
  }
  EXPECT_EQUAL(symtrace_thread_depth(), before);
}

int main() {
  const int before = symtrace_thread_depth();
  auto* memory =
      static_cast<char*>(mmap(nullptr, 8 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  std::vector<Fiber*> known;
  std::vector<Fiber*> unknown;
  for (int i = 0; i < 3; ++i) {
    known.push_back(make_fiber(memory + 2 * i * size, true));
    unknown.push_back(make_fiber(memory + (2 * i + 1) * size, false));
  }
  is_known = true;
  run_in_turn(known, 200);
  moved_between_threads(known[0]);
  by_hand(make_fiber(memory + 6 * size, false));
  made_and_destroyed();
  is_known = false;
  run_in_turn(unknown, 200);
  std::vector<Fiber*> both = {make_fiber(memory + 7 * size, false),
                              make_fiber(static_cast<char*>(std::malloc(size)), true)};
  run_in_turn(both, 200);
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  EXPECT_EQUAL(symtrace_thread_depth(), 1);
  return check::result();
}
