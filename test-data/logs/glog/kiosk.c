// Crashes, and prints the stack as glog's handler does (its DumpPCInfo and DumpStackFrameInfo: "%s@ %*p  %s"), and
// then where everything is mapped.
#define _GNU_SOURCE
#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

static void say_why(int number, siginfo_t *why, void *context) {
  const ucontext_t *interrupted = context;
  void *frames[32];
  const int count = backtrace(frames, 32);
  printf("*** Aborted at 1700000000 (unix time) try \"date -d @1700000000\" if you are using GNU date ***\n");
  printf("PC: @ %18p (unknown)\n", (void *)interrupted->uc_mcontext.gregs[REG_RIP]);
  printf("*** SIGSEGV (@%p) received by PID 4711 (TID 0x7f3a2c400740) from PID %d; stack trace: ***\n", why->si_addr, number);
  for (int i = 1; i < count; i++) printf("    @ %18p (unknown)\n", frames[i]);
  FILE *maps = fopen("/proc/self/maps", "r");
  for (int c; maps && (c = getc(maps)) != EOF;) putchar(c);
  fflush(stdout);
  _Exit(1);
}

__attribute__((noinline)) static int price(const int *prices) { return prices[1] + 1; }

static inline __attribute__((always_inline)) int twice(const int *prices) { return 2 * price(prices); }

__attribute__((noinline)) int total(const int *prices) { return twice(prices) + 3; }

static int compare(const void *a, const void *b) {
  const int *prices = *(const char *)a == 7 ? b : 0;
  return total(prices) - 1;
}

int main(void) {
  struct sigaction action = {.sa_sigaction = say_why, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, 0);
  int numbers[3] = {3, 2, 1};
  qsort(numbers, 3, sizeof *numbers, compare);
  return numbers[0];
}
