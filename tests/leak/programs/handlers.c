// Signal handlers that allocate, while the program does: nothing waits for itself. (No program may do that;
// many do.)
#define _GNU_SOURCE
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>

#include "expect.h"

static void* volatile kept;
static volatile int ticks;
NOINLINE static void lost(void) {
  kept = malloc(33);
  STAY();
}
static void tick(int number) { ticks += number != 0; }

int main(void) {
  struct sigaction action = {.sa_handler = tick};
  sigaction(SIGALRM, &action, NULL);
  struct itimerval often = {{0, 200}, {0, 200}};
  setitimer(ITIMER_REAL, &often, NULL);
  for (int i = 0; ticks < 500; ++i) free(malloc((size_t)(i % 1000)));
  for (int i = 0; i < 7; ++i) lost();
  EXPECT("lost", 7, 7 * 33);
  return 0;
}
