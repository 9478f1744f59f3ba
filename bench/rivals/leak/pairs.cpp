// malloc and free at a depth: nanoseconds of processor time a pair, the least of several rounds. Prints one
// number.
//
//     pairs DEPTH THREADS
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <pthread.h>

namespace {

constexpr int rounds = 20;
constexpr int pairs = 50'000;

double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

double measured = 1e9;

__attribute__((noinline)) void measure() {
  for (int round = 0; round < rounds; ++round) {
    const double begin = now();
    for (int i = 0; i < pairs; ++i) {
      void* volatile block = malloc(100);
      free(block);
    }
    measured = std::min(measured, (now() - begin) / pairs);
  }
}

__attribute__((noinline)) void descend(int depth) {
  if (depth <= 1) {
    measure();
  } else {
    descend(depth - 1);
  }
  asm volatile("");
}

}  // namespace

int main(int count, char** words) {
  const int depth = count > 1 ? std::atoi(words[1]) : 20;
  const int threads = count > 2 ? std::atoi(words[2]) : 1;
  pthread_t others[64];
  for (int i = 1; i < threads; ++i)
    pthread_create(
        &others[i], nullptr,
        [](void* depth) -> void* { return descend(*static_cast<const int*>(depth)), nullptr; },
        const_cast<int*>(&depth));
  descend(depth);
  for (int i = 1; i < threads; ++i) pthread_join(others[i], nullptr);
  std::printf("%.1f\n", measured);
}
