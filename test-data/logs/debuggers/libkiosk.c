// The library that calls back.
__attribute__((noinline)) static int table(int (*price)(const int *), int guests) {
  return guests < 0 ? guests : price(0) + guests;
}

int kiosk_serve(int (*price)(const int *), int guests) { return table(price, guests + 1) - 1; }
