// Stacks of many kinds, for a number of seconds: callbacks from libc, exceptions, signals, threads, frames
// of any size, alloca, a recursion that is longer than what is copied of a stack.
#include <algorithm>
#include <alloca.h>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sys/time.h>
#include <thread>
#include <vector>

#define APART __attribute__((noinline))

static volatile double sink;

static inline double series(double x) {
  double sum = 0;
  for (int i = 1; i < 100; ++i) sum += std::sqrt(x + i);
  return sum;
}
APART static double leaf(double x) { return series(x) + std::sin(x); }

APART static double deep(int depth, double x) {
  volatile char frame[100] = {static_cast<char>(depth)};
  if (depth == 0) return leaf(x) + leaf(x + 1);
  return deep(depth - 1, x) + frame[0];
}

APART static double of_size(int size) {
  auto* bytes = static_cast<char*>(alloca(size));
  std::memset(bytes, 1, size);
  sink = leaf(size) + bytes[size / 2];
  return sink + leaf(size);
}

static int by_leaf(const void* one, const void* other) {
  const double a = leaf(*static_cast<const int*>(one)), b = leaf(*static_cast<const int*>(other));
  return a < b ? -1 : a > b;
}

APART static void sorts() {
  std::vector<int> numbers(32);
  for (int& one : numbers) one = std::rand();
  std::qsort(numbers.data(), numbers.size(), sizeof(int), by_leaf);
  std::sort(numbers.begin(), numbers.end(), [](int a, int b) { return leaf(a) > leaf(b); });
}

APART static void thrower(int depth) {
  if (depth == 0) throw depth;
  thrower(depth - 1);
  sink = depth;
}
APART static void throws() {
  try {
    thrower(10);
  } catch (int depth) {
    sink = leaf(depth);
  }
}

struct Shape {
  virtual ~Shape() = default;
  virtual double area(int) const = 0;
};
struct Square final : Shape {
  APART double area(int n) const override { return leaf(n); }
};

APART static void calls(const Shape& shape) {
  timespec now{};
  for (int i = 0; i < 20; ++i) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    sink = shape.area(i) + static_cast<double>(now.tv_nsec);
  }
}

static void on_signal(int) {
  for (int i = 0; i < 20; ++i) sink = leaf(i);
}

static void work(double seconds) {
  using clock = std::chrono::steady_clock;
  const Square square;
  const auto begin = clock::now();
  while (std::chrono::duration<double>(clock::now() - begin).count() < seconds) {
    sorts();
    throws();
    calls(square);
    for (const int size : {16, 500, 3000}) sink = of_size(size);
    for (const int depth : {3, 20, 200}) sink = deep(depth, 1.5);
  }
}

int main(int count, char** words) {
  const double seconds = count > 1 ? std::atof(words[1]) : 1;
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
  const itimerval often{{0, 5000}, {0, 5000}};
  setitimer(ITIMER_PROF, &often, nullptr);
  std::thread other(work, seconds);
  work(seconds);
  other.join();
}
