// Prints its own stack, and with an argument where everything is mapped.
#include <fstream>
#include <iostream>

#include <boost/stacktrace.hpp>

__attribute__((noinline)) int price(int first) {
  std::cout << "a price is wrong:\n" << boost::stacktrace::stacktrace();
  return first + 1;
}

static inline __attribute__((always_inline)) int twice(int first) { return 2 * price(first); }

__attribute__((noinline)) int total(int first) { return twice(first) + 3; }

int main(int count, char **) {
  const int sum = total(count);
  if (count > 1) std::cout << std::ifstream("/proc/self/maps").rdbuf();
  return sum == 12345;
}
