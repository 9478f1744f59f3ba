int stop(int x);

__attribute__((noinline)) static int right(int x) {
  // Declared on the line on which left() is, called from another one.

  int y = stop(x);
  return y * 9 + 4;
}
