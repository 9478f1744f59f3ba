// Instances of templates that have equal code, of which a linker that folds leaves one. Each loses one block,
// whose size says which it was: 1000 and the number of its tag where it was called directly, 2000 and more by
// pointer.
#include <cstdlib>

#define APART [[gnu::noinline]]

namespace {

void* volatile kept;

template <int N>
struct Tag {};

template <class T>
[[gnu::always_inline]] inline void allocate(std::size_t size) {
  kept = std::malloc(size);
}

template <class T>
APART std::size_t innermost(std::size_t size) {
  allocate<T>(size);
  kept = nullptr;
  return size + 1;
}

template <class T>
struct Vector {
  APART std::size_t push_back(std::size_t more) {
    size += innermost<T>(more);
    return size;
  }
  std::size_t size = 0;
};

template <class T>
APART std::size_t fill(std::size_t size) {
  Vector<T> all;
  const std::size_t sum = all.push_back(size);
  return sum + all.size;
}

template <int N>
APART std::size_t direct(std::size_t size) {
  return fill<Tag<N>>(size) + N;
}

APART std::size_t through_pointer(std::size_t (*volatile called)(std::size_t), std::size_t size) {
  return called(size) + 1;
}

template <int... N>
std::size_t run() {
  std::size_t all = 0;
  ((all += direct<N>(1000 + N)), ...);
  ((all += through_pointer(&fill<Tag<N>>, 2000 + N)), ...);
  return all;
}

}  // namespace

int main() { return run<0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11>() == 0; }
