// Before main, and behind it: constructors, destructors, atexit.
#include <cstdlib>
#include <string>

#include "expect.h"

namespace {

void* volatile kept;
NOINLINE void lost_before() {
  kept = std::malloc(11);
  STAY();
}
NOINLINE void lost_behind() {
  kept = std::malloc(12);
  STAY();
}
__attribute__((constructor(101))) void first() { lost_before(); }
struct Global {
  Global() : text(100, 'x') {}
  ~Global() { lost_behind(); }
  std::string text;
} global;

}  // namespace

int main() {
  std::atexit([] { lost_behind(); });
  EXPECT("lost_before", 1, 11);
  EXPECT("lost_behind", 2, 24);
}
