// In several object files at once: the linker keeps one copy of what is not inlined.
#pragma once

template <class T>
struct Shelf {
  T slots[4];
  int used = 0;

  bool put(T what) {
    if (used == 4) return false;
    slots[used++] = what;
    return true;
  }
  __attribute__((noinline)) T sum() const {
    T all = 0;
    for (int i = 0; i < used; ++i) all += slots[i];
    return all;
  }
};

inline int weighed(int weight) {
  return weight * 3 + 1;
}
