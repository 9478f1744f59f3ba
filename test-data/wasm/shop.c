// A program for WebAssembly without a library: two functions that are called from outside, one that is inlined.
__attribute__((import_module("host"), import_name("log"))) void host_log(int value);

static inline int discount(int price, int percent) {
  if (percent > 100) host_log(percent);
  return price - price * percent / 100;
}

__attribute__((noinline)) static int total(const int *prices, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i)
    sum += discount(prices[i], i * 5);
  return sum;
}

static int prices[64];

__attribute__((export_name("checkout"))) int checkout(int count) {
  for (int i = 0; i < count; ++i) prices[i] = i * 100;
  return total(prices, count);
}

__attribute__((export_name("trap"))) int trap(int where) {
  if (where == 0) __builtin_trap();
  return prices[where & 63];
}
