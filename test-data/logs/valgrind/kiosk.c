// Reads behind a block and loses it; with an argument, prints where everything is mapped, as many programs do
// when something is wrong.
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static int beyond(const int *prices) { return prices[10] & 1; }

static inline __attribute__((always_inline)) int twice(const int *prices) { return 2 * beyond(prices); }

__attribute__((noinline)) int total(int first) {
  int *prices = calloc(10, sizeof *prices);
  prices[0] = first;
  const int sum = twice(prices) + prices[0];
  return sum;
}

int main(int count, char **arguments) {
  const int sum = total(count);
  if (count > 1) {
    FILE *maps = fopen("/proc/self/maps", "r");
    for (int c; maps && (c = getc(maps)) != EOF;) fputc(c, stderr);
  }
  return sum == 12345 && arguments[0] == 0;
}
