// Just enough of a runtime that the linker is content without a C++ library.
#include "../integers.h"

extern "C" FIXTURE_KEEP void fixture_halt() {
  for (;;) asm volatile("");
}

void operator delete(void*, usize) noexcept {
  fixture_halt();
}

void operator delete(void*) noexcept {
  fixture_halt();
}
