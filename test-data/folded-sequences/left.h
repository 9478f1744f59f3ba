int stop(int x);

__attribute__((noinline)) static int left(int x) {
  int y = stop(x);
  return y * 9 + 4;
}
