int stop(int x);


__attribute__((noinline)) static int second(int x) {
  int y = stop(x);
  return y * 9 + 4;
}

__attribute__((noinline)) static int helper(int x) {
  return second(x) * 11 + 5;
}

int run_two(int x) { return helper(x) + 2; }
int (*const pointer_two)(int) = second;
