// What the hooks cost: prints processor time for one call of a function that does next to nothing, in
// nanoseconds, the least of many short samples. Compiled with hooks and without.
#include <algorithm>
#include <cstdio>
#include <ctime>

#define NO_HOOKS __attribute__((no_instrument_function))

__attribute__((noinline)) int next(int number) {
  asm volatile("" ::: "memory");
  return number + 1;
}

NO_HOOKS static double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

NO_HOOKS int main() {
  constexpr int calls = 20000;
  constexpr int samples = 500;
  double least = 1e12;
  int number = 0;
  for (int i = 0; i < samples; ++i) {
    const double begin = now();
    for (int j = 0; j < calls; ++j) number = next(number);
    least = std::min(least, (now() - begin) / calls);
  }
  std::printf("%.2f\n", number == calls * samples ? least : 0.0);
}
