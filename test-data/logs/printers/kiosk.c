// Crashes, or comes upon what is wrong, and prints the stack as others do: the first argument says who. With a second one,
// then where everything is mapped. What a signal interrupted goes to the standard error.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

static const char *printer;
static int with_maps;

static int is_printer(const char *name) { return !strcmp(printer, name); }

// As the addresses in the file count.
static unsigned long in_file(void *address, const char **path) {
  Dl_info info;
  struct link_map *map = 0;
  dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP);
  *path = info.dli_fname;
  return (unsigned long)address - map->l_addr;
}

static void say_frame(int number, void *address) {
  const char *path;
  const unsigned long place = in_file(address, &path);
  if (is_printer("chromium")) printf("#%d %p (%s+0x%lx)\n", number, address, path, place - 1);
  if (is_printer("chromedriver")) printf("#%d %p <unknown>\n", number, address);
  if (is_printer("v8")) printf(" [0x%012lx]\n", (unsigned long)address);
  if (is_printer("llvm")) printf(" #%d 0x%016lx (%s+0x%lx)\n", number, (unsigned long)address, path, place);
  if (is_printer("tcmalloc")) printf(" %p", address);
  const unsigned long call = (unsigned long)address - 1;
  if (is_printer("cpptrace")) printf("#%-2d 0x%016lx at %s\n", number, call, path);
  if (is_printer("stdlib")) printf("%4d#  [0x%lx]\n", number, call);
}

static void say_stack(unsigned long bad) {
  void *frames[32];
  const int count = backtrace(frames, 32);
  if (is_printer("chromium") || is_printer("v8")) printf("Received signal 11 SEGV_MAPERR %012lx\n", bad);
  if (is_printer("v8")) printf("\n==== C stack trace ===============================\n\n");
  if (is_printer("llvm")) printf("PLEASE submit a bug report.\nStack dump:\n0.\tProgram arguments: ./kiosk llvm\n");
  if (is_printer("chromedriver")) printf("Stacktrace:\n");
  if (is_printer("cpptrace")) printf("Stack trace (most recent call first):\n");
  if (is_printer("tcmalloc")) printf("tcmalloc: large alloc 1073741824 bytes == 0x55d0c3e2a000 @ ");
  for (int i = 0; i < count; i++) say_frame(i, frames[i]);
  if (is_printer("tcmalloc")) putchar('\n');
  if (is_printer("chromium")) printf("  r8: 0000000000000000  r9: 000055d0c1a2ba2b\n");
  if (is_printer("chromium") || is_printer("v8")) printf("[end of stack trace]\n");
  FILE *maps = with_maps ? fopen("/proc/self/maps", "r") : 0;
  for (int c; maps && (c = getc(maps)) != EOF;) putchar(c);
  fflush(stdout);
  _Exit(1);
}

static int waits_for_no_signal(void) {
  return is_printer("chromedriver") || is_printer("tcmalloc") || is_printer("cpptrace") || is_printer("stdlib");
}

static void say_why(int number, siginfo_t *why, void *context) {
  const ucontext_t *interrupted = context;
  (void)number;
  fprintf(stderr, "%p\n", (void *)interrupted->uc_mcontext.gregs[REG_RIP]);
  say_stack((unsigned long)why->si_addr);
}

__attribute__((noinline)) static int price(const int *prices) {
  if (!prices && waits_for_no_signal()) say_stack(0);
  return prices[1] + 1;
}

static inline __attribute__((always_inline)) int twice(const int *prices) { return 2 * price(prices); }

__attribute__((noinline)) int total(const int *prices) { return twice(prices) + 3; }

static int compare(const void *a, const void *b) {
  const int *prices = *(const char *)a == 7 ? b : 0;
  return total(prices) - 1;
}

int main(int count, char **arguments) {
  printer = count > 1 ? arguments[1] : "chromium";
  with_maps = count > 2;
  struct sigaction action = {.sa_sigaction = say_why, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, 0);
  int numbers[3] = {3, 2, 1};
  qsort(numbers, 3, sizeof *numbers, compare);
  return numbers[0];
}
