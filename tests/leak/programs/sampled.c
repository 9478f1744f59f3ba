// A million blocks of two sizes, a tenth of them lost: for samples, whose estimates are near.
#include <stdlib.h>

#include "expect.h"

static void* volatile kept;
NOINLINE static void lost_small(void) {
  kept = malloc(100);
  STAY();
}
NOINLINE static void lost_large(void) {
  kept = malloc(10000);
  STAY();
}

int main(void) {
  for (int i = 0; i < 100000; ++i) {
    lost_small();
    if (i % 100 == 0) lost_large();
    for (int j = 0; j < 9; ++j) free(realloc(malloc(100), 200));
  }
  return 0;
}
