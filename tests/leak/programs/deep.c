// Deeper than is recorded.
#include <stdlib.h>

#include "expect.h"

static void* volatile kept;
NOINLINE static void lost(int depth) {
  if (depth == 0) {
    kept = malloc(5);
  } else {
    lost(depth - 1);
  }
  STAY();
}

int main(void) {
  lost(500);
  lost(10);
  EXPECT("lost", 2, 10);
}
