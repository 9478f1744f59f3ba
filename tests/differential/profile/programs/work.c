/* Work for a second or so, in functions that call each other, and in the C library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "work.h"

static int compare(const void *a, const void *b) {
  const unsigned long x = *(const unsigned long *)a, y = *(const unsigned long *)b;
  return x < y ? -1 : x > y;
}

__attribute__((noinline)) static unsigned long sort_some(unsigned long seed) {
  static unsigned long values[4096];
  for (unsigned i = 0; i < 4096; ++i) values[i] = twice(seed + i);
  qsort(values, 4096, sizeof *values, compare);
  return values[17];
}

__attribute__((noinline)) static unsigned long copy_some(unsigned long seed) {
  static char from[1 << 16], to[1 << 16];
  memset(from, (int)seed, sizeof from);
  memcpy(to, from, sizeof from);
  return (unsigned long)to[seed % sizeof to];
}

__attribute__((noinline)) static unsigned long recurse(unsigned depth, unsigned long seed) {
  if (depth == 0) return sort_some(seed) + copy_some(seed);
  return recurse(depth - 1, twice(seed)) + 1;
}

int main(int count, char **arguments) {
  const double seconds = count > 1 ? atof(arguments[1]) : 1;
  const clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
  unsigned long sum = 0;
  while (clock() < end) sum += recurse(sum % 7, sum);
  printf("%lu\n", sum);
  return 0;
}
