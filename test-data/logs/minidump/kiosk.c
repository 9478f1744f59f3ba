// Reads through a null pointer below a call from its library, while another thread waits.
#include <pthread.h>
#include <unistd.h>

int kiosk_serve(int (*cost)(int), int goods);

static int *volatile prices;

static inline __attribute__((always_inline)) int look_up(int goods) { return prices[goods]; }

__attribute__((noinline)) static int cost(int goods) {
  const int found = look_up(goods);
  return found + 1;
}

static void *cleaner(void *unused) {
  pause();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, cleaner, 0);
  usleep(100000);
  return kiosk_serve(cost, 3);
}
