// The same in C++: templates, lambdas, members, what the library instantiates.
#include "work.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <vector>

namespace market {

template <class T>
class Book {
 public:
  void add(T price) {
    prices_.push_back(price);
    if (prices_.size() > 2000) settle();
  }
  T best() const { return prices_.empty() ? T{} : *std::max_element(prices_.begin(), prices_.end()); }

 private:
  __attribute__((noinline)) void settle() {
    std::sort(prices_.begin(), prices_.end(), [](T a, T b) { return mix(a) < mix(b); });
    prices_.resize(prices_.size() / 2);
  }
  std::vector<T> prices_;
};

__attribute__((noinline)) unsigned long names(unsigned long seed) {
  std::map<std::string, unsigned long> known;
  for (unsigned long i = 0; i < 200; ++i) known["name " + std::to_string(twice(seed + i) % 97)] += i;
  return known.size();
}

}  // namespace market

int main(int count, char** arguments) {
  const double seconds = count > 1 ? std::atof(arguments[1]) : 1;
  const std::clock_t end = std::clock() + static_cast<std::clock_t>(seconds * CLOCKS_PER_SEC);
  market::Book<unsigned long> book;
  unsigned long sum = 0;
  while (std::clock() < end) {
    for (unsigned i = 0; i < 500; ++i) book.add(twice(sum + i));
    sum += book.best() + market::names(sum);
  }
  std::printf("%lu\n", sum);
}
