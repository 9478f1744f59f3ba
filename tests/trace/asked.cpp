// A signal comes just while the library asks the kernel which stack it is on, and its handler has found the
// answer when that returns: whoever asked finds it, too.
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "check.h"

int main();

namespace {
volatile sig_atomic_t is_armed = 0;
volatile int interrupted_by = 0;
volatile int calls = 0;
constexpr size_t size = 64 << 10;
alignas(16) char handlers_stack[size];

NO_HOOKS long ask(long number, const long (&words)[4]) {
  long answer = 0;
  asm volatile("movq %[fourth], %%r10\n\tsyscall"
               : "=a"(answer)
               : "0"(number), "D"(words[0]), "S"(words[1]), "d"(words[2]), [fourth] "r"(words[3])
               : "rcx", "r10", "r11", "memory");
  return answer;
}
}  // namespace

// The C library's, which the library calls; of mmap's words the last two are -1 and 0.
extern "C" NO_HOOKS long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  const long words[4] = {va_arg(rest, long), va_arg(rest, long), va_arg(rest, long), va_arg(rest, long)};
  va_end(rest);
  if (number == SYS_sigaltstack && is_armed != 0) {
    is_armed = 0;
    ask(SYS_tgkill, {getpid(), gettid(), interrupted_by, 0});
  }
  if (number == SYS_mmap) {
    void* memory = mmap(nullptr, static_cast<size_t>(words[1]), static_cast<int>(words[2]),
                        static_cast<int>(words[3]), -1, 0);
    return reinterpret_cast<long>(memory);
  }
  const long answer = ask(number, words);
  if (answer >= 0 || answer < -4095) return answer;
  errno = static_cast<int>(-answer);
  return -1;
}

// Deeper than all before it, so that the stack's bounds are asked for once more.
FUNCTION void deep_handler(int) {
  volatile char room[64 << 10];
  room[0] = 0;
  calls = calls + 1;
  STAY();
}

FUNCTION void reach_down() {
  volatile char room[32 << 10];
  room[0] = 0;
  EXPECT_FUNCTIONS(F(reach_down), F(main));
}

FUNCTION void inner_handler(int) {
  calls = calls + 1;
  STAY();
}

FUNCTION void handler(int);

FUNCTION void within_handler() {
  EXPECT_FUNCTIONS(F(within_handler), F(handler), F(main));
  EXPECT_EQUAL(symtrace_thread_depth(), 3);
}

FUNCTION void handler(int) {
  within_handler();
  calls = calls + 1;
}

int main() {
  const int before = symtrace_thread_depth();
  check::handle(SIGUSR1, deep_handler, 0);
  interrupted_by = SIGUSR1;
  is_armed = 1;
  reach_down();
  EXPECT_EQUAL(calls, 1);
  EXPECT_EQUAL(symtrace_thread_depth(), before);

  stack_t stack = {};
  stack.ss_sp = handlers_stack;
  stack.ss_size = size;
  sigaltstack(&stack, nullptr);
  check::handle(SIGUSR1, handler, SA_ONSTACK);
  check::handle(SIGUSR2, inner_handler, SA_ONSTACK);
  interrupted_by = SIGUSR2;
  alarm(60);  // a stack that goes round in a circle has no end
  is_armed = 1;
  raise(SIGUSR1);
  EXPECT_EQUAL(calls, 3);
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  return check::result();
}
