// Crashes in the way that it is told. Before, it writes where each of its functions that have not returned will return to, the last first: so it is known without any
// other tool what a stack must have. Also C++, for exceptions.
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OUT_OF_LINE __attribute__((noinline))
enum { MOST = 4096 };

static void* returns_to[MOST];
static unsigned depth;
static volatile int zero;
static void* volatile nowhere;

#define ENTER returns_to[depth++] = __builtin_extract_return_addr(__builtin_return_address(0))
#define LEAVE --depth

OUT_OF_LINE static void tell(void) {
  char line[32];
  for (unsigned i = depth; i-- > 0;)
    if (write(1, line, (size_t)snprintf(line, sizeof line, "%llx\n", (unsigned long long)(uintptr_t)returns_to[i])) < 0) _exit(3);
}

OUT_OF_LINE static int leaf(const int* price) { return *price + zero; }

OUT_OF_LINE static int leaf_with_space(const int* price, int count) {
  volatile int space[40];
  for (int i = 0; i < 40; ++i) space[i] = count;
  return *price + space[count];
}

OUT_OF_LINE static int total(int count) {
  ENTER;
  tell();
  const int sum = leaf((const int*)nowhere) + leaf_with_space((const int*)nowhere, count);
  LEAVE;
  return sum;
}

OUT_OF_LINE static int varied(int size) {
  ENTER;
  volatile char* space = (volatile char*)__builtin_alloca((size_t)size);
  space[0] = 1;
  const int sum = total(size) + space[0];
  LEAVE;
  return sum;
}

OUT_OF_LINE static int spacious(int count) {
  ENTER;
  volatile int space[3000];
  space[count] = 1;
  tell();
  const int sum = leaf_with_space((const int*)nowhere, count) + space[count];
  LEAVE;
  return sum;
}

OUT_OF_LINE static int recursive(int left, volatile int* before) {
  ENTER;
  volatile int space[5];
  space[0] = *before;
  const int sum = left == 0 ? total(1) : recursive(left - 1, space) + space[0];
  LEAVE;
  return sum;
}

static int compare(const void* a, const void* b) {
  ENTER;
  const int sum = total(*(const int*)a + *(const int*)b);
  LEAVE;
  return sum;
}

OUT_OF_LINE static int sort(void) {
  ENTER;
  int items[3] = {3, 2, 1};
  qsort(items, 3, sizeof items[0], compare);
  LEAVE;
  return items[0];
}

OUT_OF_LINE static int copy(int size) {
  ENTER;
  char space[200];
  tell();
  memcpy(space, nowhere, (size_t)size);
  LEAVE;
  return space[0];
}

OUT_OF_LINE static int length(void) {
  ENTER;
  tell();
  const int found = (int)strlen((const char*)nowhere);
  LEAVE;
  return found + zero;
}

OUT_OF_LINE static int print(void) {
  ENTER;
  char text[40];
  tell();
  const int found = snprintf(text, sizeof text, "%d %s %f", zero, (const char*)nowhere + 1, 1.0);
  LEAVE;
  return found + text[0];
}

OUT_OF_LINE static int call_nowhere(void) {
  ENTER;
  tell();
  const int found = ((int (*)(void))nowhere)();
  LEAVE;
  return found + zero;
}

OUT_OF_LINE static int raised(void) {
  ENTER;
  tell();
  const int found = raise(SIGABRT);
  LEAVE;
  return found + zero;
}

__attribute__((noreturn)) OUT_OF_LINE static void give_up(void) {
  ENTER;
  tell();
  abort();
}

static void on_signal(int number) {
  ENTER;
  if (number == SIGUSR2) give_up();
  sort();
  LEAVE;
}

OUT_OF_LINE static int interrupted(int number, int flags) {
  ENTER;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  action.sa_flags = flags;
  sigaction(number, &action, NULL);
  if (flags != 0) {
    stack_t stack;
    memset(&stack, 0, sizeof stack);
    stack.ss_size = 1 << 16;
    stack.ss_sp = malloc(stack.ss_size);
    sigaltstack(&stack, NULL);
  }
  kill(getpid(), number);
  LEAVE;
  return zero;
}

OUT_OF_LINE static int crash(const char* how) {
  ENTER;
  int sum = 0;
  volatile int first = 0;
  if (strcmp(how, "handler") == 0) sum += interrupted(SIGUSR1, 0);
  if (strcmp(how, "elsewhere") == 0) sum += interrupted(SIGUSR1, SA_ONSTACK | SA_SIGINFO);
  if (strcmp(how, "abort-in-handler") == 0) sum += interrupted(SIGUSR2, 0);
  if (strcmp(how, "abort") == 0) give_up();
  if (strcmp(how, "deep") == 0) sum += recursive(3000, &first);
  if (strcmp(how, "varied") == 0) sum += varied((int)strlen(how) * 100);
  if (strcmp(how, "spacious") == 0) sum += spacious(1);
  if (strcmp(how, "sort") == 0) sum += sort();
  if (strcmp(how, "copy") == 0) sum += copy((int)strlen(how) * 40);
  if (strcmp(how, "length") == 0) sum += length();
  if (strcmp(how, "print") == 0) sum += print();
  if (strcmp(how, "nowhere") == 0) sum += call_nowhere();
  if (strcmp(how, "raise") == 0) sum += raised();
#ifdef __cplusplus
  if (strcmp(how, "throw") == 0) {
    tell();
    throw 1;
  }
#endif
  LEAVE;
  return sum + total(1);
}

int main(int count, char** arguments) {
  const int sum = crash(count > 1 ? arguments[1] : "");
  return sum + zero;
}
