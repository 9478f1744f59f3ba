// A static function that second.cpp also has, by the same name, and one that nobody calls.
#include "shelf.hpp"

extern "C" int table[16];

static __attribute__((noinline)) int check(int value) { return table[value & 15] + value * 7; }

int forgotten(int value) { return check(value) * check(value + 1); }

int first_run(int count) {
  Shelf<int> shelf;
  for (int i = 0; i < count; ++i)
    if (!shelf.put(weighed(i))) break;
  return shelf.sum() + check(count);
}
