// Twenty thousand stacks, fifty allocations of each: none is lost, the program's memory stays its own.
#include <stdlib.h>

#include "expect.h"

static void* volatile kept;
NOINLINE static void lost(unsigned path, int depth, int bytes) {
  if (depth == 0) {
    kept = malloc((size_t)bytes);
  } else if (path & 1) {
    lost(path >> 1, depth - 1, bytes);
    STAY();
  } else {
    lost(path >> 1, depth - 1, bytes);
    STAY();
    STAY();
  }
  STAY();
}

int main(void) {
  for (int i = 0; i < 50; ++i)
    for (unsigned path = 0; path < 20000; ++path) lost(path, 15, i % 4 + 1);
  EXPECT("lost", 1000000, 1000000 / 50 * (13 * 1 + 13 * 2 + 12 * 3 + 12 * 4));
}
