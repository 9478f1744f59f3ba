// Signals come between any two instructions of the hooks, handlers call functions and read the stack, and one
// handler interrupts another: in the end nothing is left, and each read has led down to main.
#include <csignal>
#include <ctime>

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
  check::handle(SIGALRM, handler, SA_RESTART);
  check::handle(SIGUSR1, handler, SA_RESTART);
  pthread_t self = pthread_self();
  pthread_t thread;
  pthread_create(&thread, nullptr, sender, &self);
  while (!ready) {
  }
  check::set_timer(200);
  // Two seconds on an idle machine; a busy one has its time.
  const std::time_t begin = std::time(nullptr);
  long rounds = 0;
  while (std::time(nullptr) < begin + 2 || (handled < 200 && std::time(nullptr) < begin + 60)) {
    branch(10);
    if (symtrace_thread_depth() != before) astray = astray + 1;
    ++rounds;
  }
  check::set_timer(0);
  done = true;
  pthread_join(thread, nullptr);
  EXPECT(handled > 100);
  EXPECT(rounds > 100);
  EXPECT_EQUAL(astray, 0);
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  return check::result();
}
