int run_one(int x), run_two(int x);
extern int (*const pointer_one)(int);

// Stands for what would crash.
__attribute__((noinline)) int stop(int x) {
  volatile int y = x;
  return y;
}

__attribute__((noinline)) static int through_pointer(int (*volatile called)(int), int x) { return called(x) + 1; }

void _start(void) {
  volatile int all = run_one(1) + run_two(2) + through_pointer(pointer_one, 3);
  for (;;) all = 0;
}
