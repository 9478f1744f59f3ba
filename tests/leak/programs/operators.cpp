// operator new and delete, all forms: also what they throw, and the new-handler.
#include <cstdlib>
#include <new>

#include "expect.h"

namespace {

void* volatile kept;
int handled = 0;

NOINLINE void by_new() {
  kept = new char;
  STAY();
}
NOINLINE void by_new_array() {
  kept = new int[25];
  STAY();
}
NOINLINE void by_nothrow() {
  kept = new (std::nothrow) char[31];
  STAY();
}
NOINLINE void by_nothing() {
  kept = ::operator new(0);
  STAY();
}
struct alignas(64) Wide {
  char text[128];
};
NOINLINE void by_aligned() {
  kept = new Wide;
  STAY();
}
NOINLINE void by_aligned_array() {
  kept = new (std::nothrow) Wide[2];
  STAY();
}

NOINLINE void clean_all() {
  struct Sized {
    ~Sized() { kept = nullptr; }
    char text[50];
  };
  delete new char;
  delete[] new int[9];
  delete new Sized;
  delete[] new Sized[3];
  delete new Wide;
  delete[] new Wide[3];
  ::operator delete(::operator new(5, std::nothrow), std::nothrow);
  ::operator delete(::operator new(5, std::align_val_t{32}), std::align_val_t{32});
  STAY();
}

NOINLINE bool clean_throw() {
  std::set_new_handler([] {
    if (++handled == 2) std::set_new_handler(nullptr);
  });
  bool thrown = false;
  try {
    kept = ::operator new(~std::size_t{0} / 2);
  } catch (const std::bad_alloc&) {
    thrown = true;
  }
  return thrown && handled == 2 && ::operator new(~std::size_t{0} / 2, std::nothrow) == nullptr;
}

}  // namespace

int main() {
  by_new();
  by_new_array();
  by_nothrow();
  by_nothing();
  by_aligned();
  by_aligned_array();
  clean_all();
  const bool throws = clean_throw();
  EXPECT("by_new", 1, 1);
  EXPECT("by_new_array", 1, 100);
  EXPECT("by_nothrow", 1, 31);
  EXPECT("by_nothing", 1, 1);
  EXPECT("by_aligned", 1, 128);
  EXPECT("by_aligned_array", 1, 256);
  return throws ? 0 : 1;
}
