// A program without a library, for other processors: it reads where nothing is.
__attribute__((noinline)) static int price(const volatile int *table) { return table[2] + 1; }

static inline __attribute__((always_inline)) int twice(const volatile int *table) { return 2 * price(table); }

__attribute__((noinline)) int total(const volatile int *table) { return twice(table) + 3; }

void _start(void) {
  total((const volatile int *)0);
  for (;;) {
  }
}
