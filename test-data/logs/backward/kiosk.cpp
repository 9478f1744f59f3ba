// Prints its stack with backward-cpp: with an argument where it comes upon what is wrong, and then where
// everything is mapped; else its handler does when it crashes.
#include <cstdio>
#include <cstdlib>

void say_stack();
void handle_signals();

static bool is_calm;

__attribute__((noinline)) int price(const int* prices) {
  if (prices == nullptr && is_calm) say_stack();
  return prices[1] + 1;
}

static inline __attribute__((always_inline)) int twice(const int* prices) { return 2 * price(prices); }

__attribute__((noinline)) int total(const int* prices) { return twice(prices) + 3; }

int compare(const void* a, const void* b) {
  const int* prices = *static_cast<const char*>(a) == 7 ? static_cast<const int*>(b) : nullptr;
  return total(prices) - 1;
}

int main(int count, char**) {
  is_calm = count > 1;
  if (!is_calm) handle_signals();
  int numbers[3] = {3, 2, 1};
  std::qsort(numbers, 3, sizeof *numbers, compare);
  return numbers[0];
}
