// `first` is the same code as `second` of two.c.
#include <stdlib.h>

extern void* volatile kept;

static inline void* prepare(unsigned long size) { return malloc(size); }

__attribute__((noinline)) void first(unsigned long size) {
  kept = prepare(size);
  kept = NULL;
}
