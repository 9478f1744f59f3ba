// What a program that is killed has done until then.
#include <signal.h>
#include <stdlib.h>

#include "expect.h"

static void* volatile kept;
NOINLINE static void lost(int i) {
  kept = malloc((size_t)i);
  STAY();
}

int main(void) {
  int bytes = 0;
  for (int i = 1; i <= 300; ++i) lost(i), bytes += i;
  for (int i = 0; i < 100000; ++i) free(malloc(20));
  EXPECT("lost", 300, bytes);
  raise(SIGKILL);
}
