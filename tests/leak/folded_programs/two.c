#include <stdlib.h>

extern void* volatile kept;

static inline void* obtain(unsigned long size) { return malloc(size); }

__attribute__((noinline)) void second(unsigned long size) {
  kept = obtain(size);
  kept = NULL;
}
