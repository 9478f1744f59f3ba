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

__attribute__((noinline)) static void lose(size_t size) {
  if (!may_lose) return;
  last_lost = malloc(size);
  last_lost = NULL;
}
