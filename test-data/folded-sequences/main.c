#include "left.h"
#include "right.h"

// Stands for what would crash.
__attribute__((noinline)) int stop(int x) {
  volatile int y = x;
  return y;
}

__attribute__((noinline)) static int through_pointer(int (*volatile called)(int), int x) { return called(x) + 1; }

void _start(void) {
  volatile int all = left(1) * 3 + right(2) + through_pointer(left, 3) + through_pointer(right, 4);
  for (;;) all = 0;
}
