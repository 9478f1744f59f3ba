// Functions of two files with equal code and other lines; some have the same name in both.
int stop(int x);

static inline int twice(int x) {
  return stop(x);
}

__attribute__((noinline)) static int first(int x) {
  return twice(x) * 9 + 4;
}


__attribute__((noinline)) static int helper(int x) {
  int y = first(x);
  return y * 11 + 5;
}

int run_one(int x) { return helper(x) + 1; }
int (*const pointer_one)(int) = first;
