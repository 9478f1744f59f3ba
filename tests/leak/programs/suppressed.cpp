// Loses blocks in functions whose names suppressions are written for; each says its size, so that two judges
// can be compared.
#include <cstdlib>

#define NOINLINE __attribute__((noinline))

namespace shop {
NOINLINE void* volatile kept;
struct Basket {
  NOINLINE void fill(int size) { kept = std::malloc(static_cast<std::size_t>(size)); }
};
template <class T>
NOINLINE void take(T size) {
  kept = std::malloc(static_cast<std::size_t>(size));
}
// What leads to another block: the second goes with the first.
NOINLINE void lose_pair() {
  auto** first = static_cast<void**>(std::malloc(48));
  *first = std::malloc(56);
  kept = first;
}
}  // namespace shop
NOINLINE void foo_foo() { shop::kept = std::malloc(24); }
NOINLINE void load_prices(const char*, int size) { shop::kept = std::malloc(static_cast<std::size_t>(size)); }
// Overwrites what a register or the stack may still have.
NOINLINE void forget() {
  volatile char room[4096];
  for (volatile char& byte : room) byte = 0;
  shop::kept = nullptr;
}

int main() {
  shop::Basket basket;
  basket.fill(16);
  forget();
  shop::take<int>(32);
  forget();
  shop::lose_pair();
  forget();
  foo_foo();
  forget();
  load_prices("x", 40);
  forget();
}
