// Functions of one file with equal code and lines of their own; what is inlined into one of them is written
// out in another.
#include <execinfo.h>
#include <string.h>
#include <unistd.h>

#define APART __attribute__((noinline))

APART int stop(int x) {
  void* frames[64];
  const int count = backtrace(frames, 64);
  backtrace_symbols_fd(frames, count, STDOUT_FILENO);
  return write(STDOUT_FILENO, "\n", 1) == 1 ? x + count : x;
}

APART int alpha(int x) {
  const int y = stop(x);
  return y * 5 + 1;
}

APART int beta(int x) {
  // Not where alpha() has it.

  const int y = stop(x);
  return y * 5 + 1;
}

static inline int stopped(int x) {
  const int y = stop(x);
  return y * 7;
}

APART int written_out(int x) {
  const int y = stop(x);
  return y * 7 + 3;
}

APART int with_inlined(int x) { return stopped(x) + 3; }

APART int another_written_out(int x) {
  const int y = stop(x);

  return y * 7 + 3;
}

// What it jumps to is one of two.
APART int jumps_to_beta(int x) { return beta(x + 1); }
APART int jumps_to_alpha(int x) { return alpha(x + 1); }
APART int jumps_to_jump(int x) { return jumps_to_beta(x + 9); }
APART int jumps_to_either(int x) { return x > 3 ? alpha(x + 5) : beta(x + 2); }
APART int jumps_to_pointer(int (*volatile* called)(int), int x) { return (*called)(x + 4); }

APART int through_pointer(int (*volatile called)(int), int x) { return called(x) + 1; }

int main(int count, char** words) {
  int all = 0;
  if (strcmp(words[1], "direct") == 0) {
    all = alpha(count) + 1;
    all += beta(count) * 3;
    all += written_out(count) + 2;
    all += with_inlined(count) * 5;
    all += another_written_out(count) * 9;
  }
  if (strcmp(words[1], "jump") == 0) {
    all = jumps_to_beta(count) + 1;
    all += jumps_to_alpha(count) * 3;
    all += jumps_to_jump(count) * 7;
    all += jumps_to_either(count) * 5;
    int (*volatile called)(int) = beta;
    all += jumps_to_pointer(&called, count) * 9;
  }
  if (strcmp(words[1], "pointer") == 0) all = through_pointer(alpha, count) + through_pointer(beta, count);
  return all == 12345;
}
