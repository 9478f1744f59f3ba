// Instances of templates that have equal code: a linker that folds leaves one of each. Every run ends in a
// stack, which the program prints itself.
#include <cstdlib>
#include <cstring>
#include <execinfo.h>
#include <unistd.h>

#define APART [[gnu::noinline]]

extern "C" APART int stop(int x) {
  void* frames[64];
  const int count = backtrace(frames, 64);
  backtrace_symbols_fd(frames, count, STDOUT_FILENO);
  write(STDOUT_FILENO, "\n", 1);
  return x + count;
}

template <int N>
struct Tag {};

template <class T>
inline int inlined_step(int x) {
  return stop(x) * 5;
}

// Folded with those of all other tags, and calls what is folded, too.
template <class T>
APART int innermost(int x) {
  const int y = inlined_step<T>(x);
  return y * 3 + 1;
}

template <class T>
struct Vector {
  explicit Vector(int first) : size(first) {}
  APART int push_back(int x) {
    const int y = innermost<T>(x + size);
    size += y;
    return y + size;
  }
  int size;
};

template <class T>
APART int fill(int x) {
  Vector<T> all(x);
  const int y = all.push_back(x);
  return y * 7 + all.size;
}

// What calls is code that was inlined.
template <class T>
[[gnu::always_inline]] inline int filled_within(int x) {
  return fill<T>(x) + 2;
}

// A jump, not a call: nobody returns to it.
template <class T>
APART int jumped_to(int x) {
  return fill<T>(x + 1);
}

template <int N>
APART int direct(int x) {
  return filled_within<Tag<N>>(x) + N;
}

template <int N>
APART int by_jump(int x) {
  return jumped_to<Tag<N>>(x) * N + 1;
}

APART int through_pointer(int (*called)(int), int x) { return called(x) + 1; }

template <int... N>
int run(const char* how, int x) {
  int all = 0;
  if (std::strcmp(how, "direct") == 0) ((all += direct<N + 3>(x)), ...);
  if (std::strcmp(how, "jump") == 0) ((all += by_jump<N + 3>(x)), ...);
  int (*const functions[])(int) = {&fill<Tag<N + 3>>...};
  if (std::strcmp(how, "pointer") == 0)
    for (const auto function : functions) all += through_pointer(function, x);
  return all;
}

int main(int count, char** words) {
  const int all = run<0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23>(
      words[1], count);
  return all == 12345;
}
