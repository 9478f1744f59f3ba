// Handlers after any two instructions of a call and its hooks: they call functions, and leave the
// stack as it was.
#include <csignal>
#include <cstdint>
#include <ucontext.h>

#include "check.h"

int main();

namespace {
volatile long steps = 0;
volatile long first = 0;
volatile long second = 0;
volatile long handled = 0;
volatile long astray = 0;
constexpr long trap_flag = 0x100;
}  // namespace

NO_HOOKS void step_from_here() {
  asm volatile("pushfq; orq %0, (%%rsp); popfq" : : "i"(trap_flag) : "memory", "cc");
}
NO_HOOKS void run_freely() {
  asm volatile("pushfq; andq %0, (%%rsp); popfq" : : "i"(~trap_flag) : "memory", "cc");
}

FUNCTION void within_handler() {
  symtrace_frame frames[check::most_frames];
  const int count = symtrace_frames(frames, check::most_frames);
  const bool is_true =
      count > 2 && frames[0].function == F(within_handler) && frames[count - 1].function == F(main);
  if (!is_true) astray = astray + 1;
}

FUNCTION void handler() {
  within_handler();
  handled = handled + 1;
}

NO_HOOKS void trapped(int, siginfo_t*, void* context) {
  const long now = steps;
  steps = now + 1;
  if (now == first || now == second) handler();
  if (now >= second) static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL] &= ~trap_flag;
}

FUNCTION void outer();

FUNCTION void innermost() {
  run_freely();
  EXPECT_FUNCTIONS(F(innermost), F(outer), F(main));
  STAY();
}

FUNCTION void outer() {
  innermost();
  STAY();
}

FUNCTION void leaf() { STAY(); }

FUNCTION void caller() {
  leaf();
  STAY();
}

// Calls it with two handlers so far apart, at each place in turn.
NO_HOOKS void step_through(void (*function)(), long distance) {
  const int before = symtrace_thread_depth();
  for (first = 0, steps = 1; first < steps; first = first + 1) {
    second = first + distance;
    steps = 0;
    step_from_here();
    function();
    run_freely();
    EXPECT_EQUAL(symtrace_thread_depth(), before);
  }
}

int main() {
  struct sigaction action = {};
  action.sa_sigaction = trapped;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGTRAP, &action, nullptr);
  for (long distance = 1; distance <= 6; ++distance) {
    step_through(outer, distance);   // as far as innermost(), where the stack is true
    step_through(caller, distance);  // into functions and out of them
  }
  EXPECT(handled > 1000);
  EXPECT_EQUAL(astray, 0);
  return check::result();
}
