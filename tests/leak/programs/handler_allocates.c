// A handler that interrupts a loop and allocates: its stack goes on into what it has interrupted.
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "expect.h"

static void* volatile kept;
static volatile sig_atomic_t done;
NOINLINE static void handler(int number) {
  kept = malloc(20 + (number == SIGALRM));
  done = 1;
}
NOINLINE static void interrupted(void) {
  while (!done) STAY();
}

int main(void) {
  signal(SIGALRM, handler);
  alarm(1);
  interrupted();
  EXPECT("handler", 1, 21);
  printf("through handler interrupted main\n");
}
