// The library of kiosk.c: it calls back, so that its frames stand between two of the program's.
__attribute__((noinline)) static int price(int (*cost)(int), int goods) { return cost(goods) + goods; }

static inline __attribute__((always_inline)) int discounted(int (*cost)(int), int goods) { return price(cost, goods) - 1; }

int kiosk_serve(int (*cost)(int), int goods) {
  const int sum = discounted(cost, goods);
  return sum * 2;
}
