// Holds more from line to line that it reads, loses some of it, and lets go of what it had at first: for snapshots,
// and for what is made of a recording.
#include <stdlib.h>
#include <unistd.h>

#include "expect.h"

static void* volatile early[10];
static void* volatile kept[1000];
static int count;

NOINLINE static void begin(void) {
  for (int i = 0; i < 10; ++i) early[i] = malloc(1000);
}
NOINLINE static void grow(void) {
  for (int i = 0; i < 5; ++i) kept[count++] = malloc(100);
  STAY();
}
NOINLINE static void lose(void) {
  void* volatile lost = malloc(50);
  lost = 0;
  STAY();
}
NOINLINE static void use_for_a_moment(void) {
  for (int i = 0; i < 20; ++i) free(malloc(7));
  STAY();
}
NOINLINE static void let_go(void) {
  for (int i = 0; i < 10; ++i) free(early[i]), early[i] = 0;
}

int main(void) {
  begin();
  char line;
  dprintf(1, "%d\n", getpid());
  while (read(0, &line, 1) == 1 && line != 'q') {
    if (line == 'g') grow();
    if (line == 'l') lose();
    if (line == 's') use_for_a_moment();
    if (line == 'e') let_go();
    dprintf(1, "done\n");
  }
  return 0;
}
