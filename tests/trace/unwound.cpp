// The addresses against those of an unwinder: the same where every function is instrumented; and where one
// calls others that are not, the place of that call is among them, too.
#include <cstring>
#include <execinfo.h>

#include "check.h"

extern "C" int main();

namespace {
volatile int sink = 0;
constexpr int most = 128;
int compared = 0;

// From `main`'s own caller on, nothing is instrumented.
NO_HOOKS void compare(void** traced, int count, void** unwound, int unwound_count) {
  bool same = count >= 2 && count <= unwound_count;
  // Each begins with where it was called itself.
  for (int i = 1; same && i < count; ++i) same = traced[i] == unwound[i];
  if (!same) {
    std::fprintf(stderr, "traced:");
    for (int i = 0; i < count; ++i) std::fprintf(stderr, " %p", traced[i]);
    std::fprintf(stderr, "\nunwound:");
    for (int i = 0; i < unwound_count; ++i) std::fprintf(stderr, " %p", unwound[i]);
    std::fprintf(stderr, "\n");
  }
  EXPECT(same);
  ++compared;
}
}  // namespace

#define COMPARE()                                         \
  do {                                                    \
    void* traced_[most];                                  \
    void* unwound_[most];                                 \
    const int count_ = symtrace_backtrace(traced_, most); \
    const int unwound_count_ = backtrace(unwound_, most); \
    compare(traced_, count_, unwound_, unwound_count_);   \
  } while (0)

FUNCTION void leaf(int number) {
  sink = sink + number;
  COMPARE();
}

static int small(int number) {
  leaf(number);
  return number + 1;
}

int branch(int depth) {
  int result = small(depth);
  if (depth > 0) result += branch(depth - 1);
  if (depth % 3 == 0) result += small(depth + 1);
  COMPARE();
  return result;
}

FUNCTION int with_arguments(int a, int b, int c, int d, int e, int f, int g, int h) {
  leaf(a);
  COMPARE();
  return a + b + c + d + e + f + g + h;
}

namespace {
void* in_comparison[most];
int count_in_comparison = 0;
void* unwound_in_comparison[most];
int unwound_count_in_comparison = 0;
}  // namespace

FUNCTION int by_number(const void* left, const void* right) {
  count_in_comparison = symtrace_backtrace(in_comparison, most);
  unwound_count_in_comparison = backtrace(unwound_in_comparison, most);
  STAY();
  return *static_cast<const int*>(left) - *static_cast<const int*>(right);
}

FUNCTION void sorts() {
  int numbers[] = {3, 1, 2};
  std::qsort(numbers, 3, sizeof numbers[0], by_number);
  STAY();
}

// By whose call of qsort? The unwinder knows; of qsort's own functions it has more to tell.
NO_HOOKS void expect_all_found() {
  int at = 0;
  for (int i = 1; i < count_in_comparison; ++i) {
    while (at < unwound_count_in_comparison && unwound_in_comparison[at] != in_comparison[i]) ++at;
  }
  EXPECT(count_in_comparison >= 4);
  EXPECT(at < unwound_count_in_comparison);
}

FUNCTION void reads_through_others(int number) {
  STAY();
  sink = sink + number;
}

NO_HOOKS int traced_without_hooks(void** addresses) {
  const int count = symtrace_backtrace(addresses, most);
  STAY();
  return count;
}

FUNCTION void calls_reader() {
  void* addresses[most];
  void* unwound[most];
  reads_through_others(1);
  const int count = traced_without_hooks(addresses);
  backtrace(unwound, most);
  // The reader's own place, that of this function, its caller's.
  EXPECT(count >= 4);
  EXPECT(addresses[2] == unwound[1]);
  const auto place = static_cast<char*>(addresses[1]);
  EXPECT(place > F(calls_reader) && place < static_cast<char*>(F(calls_reader)) + 2000);
}

int main() {
  sink = branch(12);
  sink = with_arguments(1, 2, 3, 4, 5, 6, 7, 8);
  COMPARE();
  EXPECT(compared > 10);
  sorts();
#if defined(__x86_64__) && !defined(XRAY)
  expect_all_found();
#endif
  EXPECT(count_in_comparison >= 4);
  calls_reader();
  return check::result();
}
