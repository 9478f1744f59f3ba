// Stacks are walked by their frame pointers, and written where the host says: each as its addresses, and 0.
#include "execinfo.h"

int main(int count, char** words);

static unsigned long* next;

int backtrace(void** frames, int most) {
  void** frame = __builtin_frame_address(0);
  int count = 0;
  for (; count < most && frame != 0 && frame[1] != 0; frame = *frame) frames[count++] = frame[1];
  return count;
}

void backtrace_symbols_fd(void* const* frames, int count, int file) {
  for (int i = 0; i < count; ++i) *next++ = (unsigned long)frames[i];
  *next++ = file - STDOUT_FILENO;
}

long write(int file, const void* bytes, unsigned long count) {
  return file != 0 && bytes != 0 ? (long)count : 0;
}

int strcmp(const char* a, const char* b) {
  while (*a != 0 && *a == *b) ++a, ++b;
  return *a - *b;
}

// The first frame has no caller.
__attribute__((naked)) unsigned long* run_program(char** words, unsigned long* stacks) {
  __asm__("push %rbp\n xor %ebp, %ebp\n call _begin_program\n pop %rbp\n ret");
}

__attribute__((used)) unsigned long* begin_program(char** words, unsigned long* stacks) {
  next = stacks;
  main(2, words);
  return next;
}
