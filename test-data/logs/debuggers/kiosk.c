// Crashes in a call from a library that it was called from, with a second thread waiting. With two arguments it is busy
// for a while, and ends.
#include <pthread.h>
#include <unistd.h>

int kiosk_serve(int (*price)(const int *), int guests);

static void *wait_for_guests(void *unused) {
  for (;;) pause();
  return unused;
}

__attribute__((noinline)) static int price(const int *prices) { return prices[1] + 1; }

static inline __attribute__((always_inline)) int twice(const int *prices) { return 2 * price(prices); }

__attribute__((noinline)) int total(const int *prices) { return twice(prices) + 3; }

__attribute__((noinline)) static int spin(const int *prices) {
  volatile int sum = 1;
  for (int i = 0; i < 200000000; i++) sum += i ^ sum;
  return prices ? 0 : sum;
}

int main(int count, char **arguments) {
  pthread_t thread;
  (void)arguments;
  if (count > 2) return kiosk_serve(spin, count) & 1;
  pthread_create(&thread, 0, wait_for_guests, 0);
  usleep(20000);
  return kiosk_serve(total, count) + 1;
}
