// Goes wrong in the way that its first argument names, some calls deep and within what was inlined.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

int shared_total = 0;
int limits[4] = {1, 2, 3, 4};

namespace shop {

struct Basket {
  std::vector<int> prices;

  [[gnu::always_inline]] int at(std::size_t number) const { return prices.data()[number]; }
  [[gnu::noinline]] int sum(std::size_t count) const {
    int total = 0;
    for (std::size_t i = 0; i < count; ++i) total += at(i);
    return total;
  }
};

[[gnu::noinline]] int divide(int total, int by) {
  const int scaled = total * 2147483647;
  return scaled / (by + 1);
}

[[gnu::noinline]] int read_uninitialised() {
  int* const numbers = new int[4];
  const int sum = numbers[1] > 3 ? 1 : 2;
  delete[] numbers;
  return sum;
}

[[gnu::noinline]] void leak() {
  void* volatile lost = std::malloc(123);
  lost = nullptr;
}

// Always in the same order, of which nothing but chance says that it must be so.
[[gnu::noinline]] void race() {
  std::atomic<bool> was_written = false;
  std::thread other([&] {
    while (!was_written.load(std::memory_order_relaxed)) std::this_thread::yield();
    ++shared_total;
  });
  ++shared_total;
  was_written.store(true, std::memory_order_relaxed);
  other.join();
}

[[gnu::noinline]] int spin() {
  volatile int total = 0;
  for (int i = 0; i < 300'000'000; ++i) total = total + (i ^ total);
  return total;
}

}  // namespace shop

int main(int count, char** arguments) {
  const char* const what = count > 1 ? arguments[1] : "";
  const shop::Basket basket{{1, 2, 3}};
  if (std::strcmp(what, "overflow") == 0) std::printf("%d\n", basket.sum(5));
  if (std::strcmp(what, "global") == 0) std::printf("%d\n", limits[count + 3]);
  if (std::strcmp(what, "integer") == 0) std::printf("%d\n", shop::divide(3, count));
  if (std::strcmp(what, "uninitialised") == 0) std::printf("%d\n", shop::read_uninitialised());
  if (std::strcmp(what, "leak") == 0) shop::leak();
  if (std::strcmp(what, "race") == 0) shop::race();
  if (std::strcmp(what, "spin") == 0) std::printf("%d\n", shop::spin());
  return 0;
}
