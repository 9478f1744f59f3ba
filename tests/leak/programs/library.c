// A library that is loaded and unloaded; compiled twice, under two names for its function.
#include <stdlib.h>
#ifndef MAKER
#define MAKER make_one
#endif
static void* volatile kept;
__attribute__((noinline)) static void* MAKER(void) {
  void* const block = malloc(64);  // threads share the other one
  kept = block;
  return block;
}
__attribute__((visibility("default"))) void* make(void) {
  void* block = MAKER();
  __asm__ volatile("" ::: "memory");
  return block;
}
