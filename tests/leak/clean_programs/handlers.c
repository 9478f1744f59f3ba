// Leaves from a signal handler on a stack of its own, while the thread's real stack knows a block that nobody else
// does.
#include <signal.h>

#include "lose.h"

static void leave(int number) {
  (void)number;
  exit(0);
}
__attribute__((noinline)) static int hold(void) {
  void* volatile block = malloc(2200);
  lose(2300);
  raise(SIGUSR1);
  free(block);
  return 1;
}

int main(int count, char** words) {
  (void)words;
  may_lose = count > 1;
  const stack_t stack = {.ss_sp = malloc(65536), .ss_size = 65536};
  struct sigaction action = {.sa_handler = leave, .sa_flags = SA_ONSTACK};
  sigaltstack(&stack, NULL);
  sigaction(SIGUSR1, &action, NULL);
  return hold();
}
