// Adds up what guests pay, a second of the clock long. With an argument it crashes first; it ends with its mappings
// where asked by the environment.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((noinline)) static int price(const char *guest) { return (int)strlen(guest) + getppid() % 2; }

static inline __attribute__((always_inline)) int twice(const char *guest) { return 2 * price(guest); }

__attribute__((noinline)) int total(const char *guest) {
  int sum = twice(guest);
  puts(guest);
  return sum;
}

__attribute__((noinline)) static int spin(int rounds) {
  volatile int sum = 1;
  for (int i = 0; i < rounds; i++) sum += i ^ sum;
  return sum;
}

__attribute__((noinline)) static void mappings(void) {
  FILE *maps = fopen("/proc/self/maps", "r");
  for (int c; maps && (c = getc(maps)) != EOF;) fputc(c, stderr);
}

int main(int count, char **arguments) {
  int sum = total("guest") + spin(count > 1 ? atoi(arguments[1]) : 1);
  if (count > 2) mappings();
  return sum == 12345;
}
