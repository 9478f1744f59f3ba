// Deeper than there is room: what has no place is counted, the stack says that it is cut, and all is balanced
// again, also after exceptions and jumps from far below. tests/trace/run sets SYMTRACE_DEPTH=500.
#include <csetjmp>
#include <stdexcept>

#include "check.h"

namespace {
constexpr int room = 500;
constexpr int far_below = 3000;
jmp_buf place;
enum Ending { returns, throws, jumps };

NO_HOOKS bool says_it_is_cut() {
  symtrace_frame frames[room + 10];
  const int count = symtrace_frames(frames, room + 10);
  for (int i = 0; i < count; ++i) {
    if (frames[i].function == F(symtrace_frames_missing)) return i == 0;
  }
  return false;
}

NO_HOOKS bool addresses_are_cut() {
  void* addresses[room + 10];
  const int count = symtrace_backtrace(addresses, room + 10);
  const auto mark = reinterpret_cast<char*>(&symtrace_frames_missing);
  return count > 2 && addresses[1] >= mark && addresses[1] <= mark + 4;
}
}  // namespace

FUNCTION void descend(int depth, Ending ending) {
  if (depth > 0) {
    descend(depth - 1, ending);
    STAY();
    return;
  }
  EXPECT(!check::has_functions || says_it_is_cut());
  EXPECT(!check::has_functions || addresses_are_cut());
  if (ending == throws) throw std::runtime_error("from far below");
  if (ending == jumps) longjmp(place, 1);
}

FUNCTION void tries(int before) {
  for (int i = 0; i < 20; ++i) {
    try {
      descend(far_below, throws);
    } catch (const std::runtime_error&) {
      EXPECT(!says_it_is_cut());
    }
    EXPECT_EQUAL(symtrace_thread_depth(), before + 1);
  }
}

// The catch is itself far below, and is come to again and again.
FUNCTION void catches_below(int depth) {
  if (depth > 0) {
    catches_below(depth - 1);
    STAY();
    return;
  }
  EXPECT(!check::has_functions || says_it_is_cut());
  for (int i = 0; i < 1000; ++i) {
    try {
      descend(5, throws);
    } catch (const std::runtime_error&) {
      STAY();
    }
  }
  EXPECT(!check::has_functions || says_it_is_cut());
}

FUNCTION void counts(int depth, int before) {
  if (depth > 0) {
    counts(depth - 1, before);
    STAY();
    return;
  }
  EXPECT_EQUAL(symtrace_thread_depth(), before + far_below + 1);
}

int main() {
  const int before = symtrace_thread_depth();
  for (int i = 0; i < 20; ++i) {
    descend(far_below, returns);
    EXPECT_EQUAL(symtrace_thread_depth(), before);
  }
  counts(far_below, before);
  tries(before);
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  volatile int i = 0;
  while (i < 20) {
    i = i + 1;
    if (setjmp(place) == 0) descend(far_below, jumps);
    EXPECT_EQUAL(symtrace_thread_depth(), before);
    EXPECT(!says_it_is_cut());
  }
  catches_below(2 * room);
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  EXPECT(!says_it_is_cut());
  return check::result();
}
