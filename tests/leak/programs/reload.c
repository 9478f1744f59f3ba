// Two libraries, one after the other in the same place of memory: each block is the right one's.
//     reload LIBRARY OTHER
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

#include "expect.h"

int main(int count, char** words) {
  if (count < 3) return 2;
  for (int round = 0; round < 6; ++round) {
    void* library = dlopen(words[1 + round % 2], RTLD_NOW);
    if (library == NULL) return 3;
    void* (*make)(void) = (void* (*)(void))dlsym(library, "make");
    make();
    dlclose(library);
  }
  EXPECT("make_one", 3, 3 * 64);
  EXPECT("make_other", 3, 3 * 64);
}
