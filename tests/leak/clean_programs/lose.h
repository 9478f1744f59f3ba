// Blocks that are lost where the program is asked to lose them (by any argument), known by their sizes;
// nothing else that these programs do loses any.
#pragma once

#include <stddef.h>
#include <stdlib.h>

#ifdef __cplusplus
static bool may_lose;
#else
static int may_lose;
#endif
static void* volatile last_lost;

__attribute__((unused)) static void* unseen(void* block) {
  __asm__ volatile("" : "+r"(block));
  return block;
}

// Of such a size the C library's head of the piece behind lies within no block: a pointer to it, which what
// was freed leaves in memory that is allocated again, leads to none.
__attribute__((noinline)) static void lose(size_t size) {
  if (!may_lose) return;
  last_lost = malloc(size | 15);
  last_lost = NULL;
}
