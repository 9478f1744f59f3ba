// An addon of Node that gives up: napi_fatal_error ends the program with a native stack. What it needs of Node's
// interface is declared here, so that it is built without Node's headers.
#include <stddef.h>
#include <stdio.h>

__attribute__((noreturn)) void napi_fatal_error(const char *place, size_t place_size, const char *why, size_t why_size);

#define ALL ((size_t)-1)

__attribute__((noinline)) static int give_up(int price) {
  if (price > 3) napi_fatal_error("kiosk", ALL, "the price is wrong", ALL);
  return price + 1;
}

static inline __attribute__((always_inline)) int twice(int price) { return 2 * give_up(price); }

__attribute__((noinline)) int total(int price) { return twice(price) + 3; }

static void print_maps(void) {
  FILE *maps = fopen("/proc/self/maps", "r");
  for (int c; maps && (c = getc(maps)) != EOF;) fputc(c, stderr);
  if (maps) fclose(maps);
}

__attribute__((visibility("default"))) void *napi_register_module_v1(void *environment, void *exports) {
  print_maps();
  return total(exports != environment ? 4 : 3) > 9 ? exports : NULL;
}
