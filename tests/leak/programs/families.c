// Each function of the allocator, once for good and once not.
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

static void* volatile kept;

NOINLINE static void by_malloc(void) {
  kept = malloc(1001);
  STAY();
}
NOINLINE static void by_calloc(void) {
  kept = calloc(7, 143);
  STAY();
}
NOINLINE static void by_realloc(void) {
  kept = realloc(malloc(3), 100003);
  STAY();
}
NOINLINE static void by_realloc_of_nothing(void) {
  kept = realloc(NULL, 1005);
  STAY();
}
NOINLINE static void by_reallocarray(void) {
  kept = reallocarray(NULL, 3, 335);
  STAY();
}
NOINLINE static void by_posix_memalign(void) {
  void* block = NULL;
  if (posix_memalign(&block, 256, 1007) == 0) kept = block;
  STAY();
}
NOINLINE static void by_aligned_alloc(void) {
  kept = aligned_alloc(64, 1024);
  STAY();
}
NOINLINE static void by_memalign(void) {
  kept = memalign(128, 1009);
  STAY();
}
NOINLINE static void by_valloc(void) {
  kept = valloc(1010);
  STAY();
}
NOINLINE static void by_pvalloc(void) {
  kept = pvalloc(1011);
  STAY();
}
NOINLINE static void by_strdup(void) {
  kept = strdup("a text of the C library's own");
  STAY();
}

NOINLINE static void clean_all(void) {
  void* block = NULL;
  free(malloc(1));
  free(calloc(1, 1));
  free(realloc(malloc(1), 5000));
  free(reallocarray(NULL, 2, 2));
  if (posix_memalign(&block, 64, 10) == 0) free(block);
  free(aligned_alloc(64, 64));
  free(memalign(64, 10));
  free(valloc(10));
  free(pvalloc(10));
  free(strdup("x"));
  free(NULL);
  STAY();
}

NOINLINE static int clean_failures(void) {
  char* block = malloc(10);
  volatile size_t huge = (size_t)-1 / 2;
  strcpy(block, "stays");
  errno = 0;
  if (malloc(huge) != NULL || errno != ENOMEM) return 1;
  if (calloc(huge, 4) != NULL) return 2;
  if (reallocarray(block, huge, 4) != NULL || errno != ENOMEM) return 3;
  if (realloc(block, huge) != NULL || strcmp(block, "stays") != 0) return 4;
  if (malloc_usable_size(block) < 10) return 5;
  errno = 77;
  free(block);
  return errno == 77 ? 0 : 6;
}

int main(void) {
  const int failed = clean_failures();
  by_malloc();
  by_calloc();
  by_realloc();
  by_realloc_of_nothing();
  by_reallocarray();
  by_posix_memalign();
  by_aligned_alloc();
  by_memalign();
  by_valloc();
  by_pvalloc();
  by_strdup();
  clean_all();
  EXPECT("by_malloc", 1, 1001);
  EXPECT("by_calloc", 1, 1001);
  EXPECT("by_realloc", 1, 100003);
  EXPECT("by_realloc_of_nothing", 1, 1005);
  EXPECT("by_reallocarray", 1, 1005);
  EXPECT("by_posix_memalign", 1, 1007);
  EXPECT("by_aligned_alloc", 1, 1024);
  EXPECT("by_memalign", 1, 1009);
  EXPECT("by_valloc", 1, 1010);
  EXPECT("by_pvalloc", 1, 1011);
  EXPECT("by_strdup", 1, 30);
  return failed;
}
