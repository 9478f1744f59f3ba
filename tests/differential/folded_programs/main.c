#include <execinfo.h>
#include <string.h>
#include <unistd.h>

int run_one(int x), run_two(int x);
extern int (*const pointer_one)(int);
extern int (*const pointer_two)(int);

__attribute__((noinline)) int stop(int x) {
  void* frames[64];
  const int count = backtrace(frames, 64);
  backtrace_symbols_fd(frames, count, STDOUT_FILENO);
  return write(STDOUT_FILENO, "\n", 1) == 1 ? x + count : x;
}

__attribute__((noinline)) static int through_pointer(int (*volatile called)(int), int x) { return called(x) + 1; }

int main(int count, char** words) {
  int all = 0;
  if (strcmp(words[1], "direct") == 0) all = run_one(count) + run_two(count + 1);
  if (strcmp(words[1], "pointer") == 0)
    all = through_pointer(pointer_one, count) + through_pointer(pointer_two, count);
  return all == 12345;
}
