// The linker takes Shelf<int>::sum() from first.cpp; that of long is its own.
#include "shelf.hpp"

extern "C" int table[16];

static __attribute__((noinline)) int check(int value) { return table[value & 15] - value; }

long second_run(int count) {
  Shelf<int> shelf;
  Shelf<long> longs;
  for (int i = 0; i < count; ++i) {
    shelf.put(check(i));
    longs.put(weighed(i) + i);
  }
  return shelf.sum() + longs.sum();
}
