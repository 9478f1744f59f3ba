// Signals come between any two instructions of the hooks, handlers call functions and read the stack, and one
// handler interrupts another: in the end nothing is left, and each read has led down to main.
#include <csignal>
#include <ctime>
#include <sys/time.h>

#include "check.h"

int main();

namespace {
volatile long handled = 0;
volatile long astray = 0;
volatile long sum = 0;
}  // namespace

FUNCTION void called_by_handler(int depth) {
  if (depth > 0) called_by_handler(depth - 1);
  symtrace_frame frames[check::most_frames];
  const int count = symtrace_frames(frames, check::most_frames);
  if (!check::has_functions) return;
  if (count == 0 || frames[0].function != F(called_by_handler) || frames[count - 1].function != F(main)) {
    astray = astray + 1;
  }
}

FUNCTION void handler(int number) {
  called_by_handler(number == SIGALRM ? 1 : 2);
  handled = handled + 1;
}

FUNCTION int leaf(int number) {
  STAY();
  return number + 1;
}

FUNCTION void branch(int depth) {
  sum = sum + leaf(depth);
  if (depth > 0) branch(depth - 1);
  STAY();
}

namespace {
volatile bool ready = false;
volatile bool done = false;
}  // namespace

// The timer's signals are for the other thread.
NO_HOOKS void* sender(void* target) {
  sigset_t alarm;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &alarm, nullptr);
  ready = true;
  while (!done) {
    pthread_kill(*static_cast<pthread_t*>(target), SIGUSR1);
    volatile int wait = 0;
    while (wait < 2000) wait = wait + 1;
  }
  return nullptr;
}

int main() {
  const int before = symtrace_thread_depth();
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  sigaction(SIGUSR1, &action, nullptr);
  pthread_t self = pthread_self();
  pthread_t thread;
  pthread_create(&thread, nullptr, sender, &self);
  while (!ready) {
  }
  const itimerval often = {{0, 200}, {0, 200}};
  setitimer(ITIMER_REAL, &often, nullptr);
  const std::time_t end = std::time(nullptr) + 2;
  long rounds = 0;
  while (std::time(nullptr) < end) {
    branch(10);
    if (symtrace_thread_depth() != before) astray = astray + 1;
    ++rounds;
  }
  const itimerval never = {};
  setitimer(ITIMER_REAL, &never, nullptr);
  done = true;
  pthread_join(thread, nullptr);
  EXPECT(handled > 100);
  EXPECT(rounds > 100);
  EXPECT_EQUAL(astray, 0);
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  return check::result();
}
