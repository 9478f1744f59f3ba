// Handlers on a stack of their own (sigaltstack), above the thread's in memory, below it or within it: they
// see what they have interrupted, and leave nothing behind, however they end.
#include <csetjmp>
#include <csignal>
#include <sys/mman.h>

#include "check.h"

int main();

namespace {
constexpr size_t size = 64 << 10;
sigjmp_buf place;
volatile int calls = 0;
bool jumps_out = false;
}  // namespace

FUNCTION void interrupted();

FUNCTION void within_handler();

FUNCTION void handler(int) {
  within_handler();
  calls = calls + 1;
  if (jumps_out) siglongjmp(place, 1);
}

FUNCTION void within_handler() {
  EXPECT_FUNCTIONS(F(within_handler), F(handler), F(interrupted), F(main));
  void* addresses[64];
  EXPECT(symtrace_backtrace(addresses, 64) >= 4);
  STAY();
}

FUNCTION void interrupted() {
  raise(SIGUSR1);
  EXPECT_FUNCTIONS(F(interrupted), F(main));
}

NO_HOOKS void use_stack(void* memory) {
  stack_t stack = {};
  stack.ss_sp = memory;
  stack.ss_size = size;
  sigaltstack(&stack, nullptr);
}

int main() {
  const int before = symtrace_thread_depth();
  check::handle(SIGUSR1, handler, SA_ONSTACK);

  char within[size];
  void* const memories[] = {mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                            std::malloc(size), within};
  for (void* memory : memories) {
    use_stack(memory);
    for (int i = 0; i < 100; ++i) {
      interrupted();
      EXPECT_EQUAL(symtrace_thread_depth(), before);
    }
    jumps_out = true;
    volatile int i = 0;
    while (i < 100) {
      i = i + 1;
      if (sigsetjmp(place, 1) == 0) interrupted();
      EXPECT_EQUAL(symtrace_thread_depth(), before);
    }
    jumps_out = false;
  }
  EXPECT_EQUAL(calls, 600);
  return check::result();
}
