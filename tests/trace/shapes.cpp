// Functions of unusual shape: inlined ones, also into themselves, ones that move the stack pointer (alloca,
// many arguments, aligned locals), and ones whose last call is made a jump.
#include <alloca.h>
#include <cstring>

#include "check.h"

namespace {
volatile unsigned sink = 0;
int deepest = 0;

NO_HOOKS void look() {
  const int depth = symtrace_thread_depth();
  if (depth > deepest) deepest = depth;
}
}  // namespace

__attribute__((always_inline)) inline unsigned innermost(unsigned number) {
  look();
  sink = sink + number;
  return sink;
}
__attribute__((always_inline)) inline unsigned middle(unsigned number) {
  return innermost(number) + innermost(number + 1);
}

FUNCTION void inlines() {
  const int before = symtrace_thread_depth();
  for (unsigned i = 0; i < 1000; ++i) {
    sink = middle(i);
    EXPECT_EQUAL(symtrace_thread_depth(), before);
  }
}

// GCC inlines this into itself.
unsigned fibonacci(unsigned number) {
  look();
  return number < 2 ? number : fibonacci(number - 1) + fibonacci(number - 2);
}

FUNCTION void moves(int size) {
  const int before = symtrace_thread_depth();
  auto* memory = static_cast<char*>(alloca(static_cast<size_t>(size)));
  std::memset(memory, size, static_cast<size_t>(size));
  sink = sink + static_cast<unsigned char>(memory[size - 1]);
  inlines();
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  if (size > 100) moves(size - 100);
  STAY();
}

FUNCTION unsigned many(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e, unsigned f, unsigned g,
                       unsigned h, unsigned i, unsigned j) {
  look();
  STAY();
  return a + b + c + d + e + f + g + h + i + j;
}

FUNCTION void aligned(unsigned depth) {
  alignas(256) volatile char local[300];
  local[0] = static_cast<char>(depth);
  sink = sink + many(1, 2, 3, 4, 5, 6, 7, 8, 9, many(1, 2, 3, 4, 5, 6, 7, 8, 9, depth));
  if (depth > 0) aligned(depth - 1);
}

FUNCTION void last(unsigned depth);
FUNCTION void next_to_last(unsigned depth) { last(depth); }
FUNCTION void last(unsigned depth) {
  sink = sink + depth;
  look();
  if (depth > 0) next_to_last(depth - 1);
}

FUNCTION void recursive_jumps(int depth) {
  sink = sink + 1;
  if (depth > 0) recursive_jumps(depth - 1);
}

int main() {
  const int before = symtrace_thread_depth();
  inlines();
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  deepest = 0;
  sink = fibonacci(15);
  EXPECT_EQUAL(symtrace_thread_depth(), before);
#ifndef AFTER_INLINING
  EXPECT_EQUAL(deepest, before + 15);
#endif
  moves(2000);
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  aligned(30);
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  for (int i = 0; i < 1000; ++i) {
    last(20);
    recursive_jumps(50);
    EXPECT_EQUAL(symtrace_thread_depth(), before);
  }
  return check::result();
}
