// A program that closes what it does not know, goes elsewhere, and has a file of its own where the recorder's
// was: nothing of the recorder's gets into it.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "expect.h"

static void* volatile kept;
NOINLINE static void lost(void) {
  kept = malloc(10);
  STAY();
}

int main(void) {
  for (int file = 3; file < 256; ++file) close(file);
  char name[] = "/tmp/symleak-closes-XXXXXX";
  int files[20];
  for (int i = 0; i < 20; ++i) files[i] = i == 0 ? mkstemp(name) : dup(files[0]);
  unlink(name);
  if (write(files[0], "mine", 4) != 4 || chdir("/") != 0) return 1;
  for (int i = 0; i < 1000000; ++i) {
    if (i % 1000 == 0) lost();
    free(malloc(10));
  }
  char text[8] = {0};
  if (lseek(files[0], 0, SEEK_END) != 4 || pread(files[0], text, 4, 0) != 4 || strcmp(text, "mine") != 0)
    return 2;
  EXPECT("lost", 1000, 10000);
  return 9;
}
