// longjmp calls no hooks, whichever compiler made the functions that it leaves.
#include <csetjmp>
#include <csignal>

#include "check.h"

int main();

namespace {
jmp_buf place;
sigjmp_buf place_of_signal;
}  // namespace

FUNCTION void jumps(int depth) {
  if (depth == 0) longjmp(place, 1);
  jumps(depth - 1);
  STAY();
}

FUNCTION void jumps_within() {
  const int before = symtrace_thread_depth();
  volatile int i = 0;
  while (i < 1000) {
    i = i + 1;
    if (setjmp(place) == 0) jumps(5);
    EXPECT_EQUAL(symtrace_thread_depth(), before);
  }
  STAY();
}

FUNCTION void handler(int) {
  EXPECT(symtrace_thread_depth() > 2);
  siglongjmp(place_of_signal, 1);
}

FUNCTION void is_interrupted() {
  raise(SIGUSR1);
  STAY();
}

FUNCTION void after_it() {
  EXPECT_FUNCTIONS(F(after_it), F(main));
  STAY();
}

int main() {
  const int before = symtrace_thread_depth();
  jumps_within();
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  signal(SIGUSR1, handler);
  volatile int i = 0;
  while (i < 1000) {
    i = i + 1;
    if (sigsetjmp(place_of_signal, 1) == 0) is_interrupted();
    EXPECT_EQUAL(symtrace_thread_depth(), before);
  }
  after_it();
  return check::result();
}
