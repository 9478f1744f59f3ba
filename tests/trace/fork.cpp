// fork: a child has the stack that its parent had. vfork: both use one stack, and the child leaves functions
// unfinished.
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

int main(int, char**);

FUNCTION int status_of(pid_t child) {
  int status = -1;
  waitpid(child, &status, 0);
  STAY();
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

FUNCTION void in_child() {
  EXPECT_EQUAL(symtrace_thread_depth(), 4);
  STAY();
}

FUNCTION void forks() {
  const int before = symtrace_thread_depth();
  const pid_t child = fork();
  if (child == 0) {
    in_child();
    EXPECT_EQUAL(symtrace_thread_depth(), before);
    _exit(check::result());
  }
  EXPECT_EQUAL(status_of(child), 0);
  EXPECT_EQUAL(symtrace_thread_depth(), before);
}

FUNCTION void level() {
  forks();
  STAY();
}

namespace {
char* self;
}

FUNCTION void executes(int depth) {
  if (depth > 0) {
    executes(depth - 1);
    STAY();
    return;
  }
  execl(self, self, "child", static_cast<char*>(nullptr));
  _exit(9);
}

FUNCTION void ends(int depth) {
  if (depth == 0) _exit(7);
  ends(depth - 1);
  STAY();
}

FUNCTION void vforks(bool with_exec) {
  const int before = symtrace_thread_depth();
  for (int i = 0; i < 20; ++i) {
    const pid_t child = vfork();
    if (child == 0) {
      if (with_exec) executes(3);
      ends(3);
    }
    EXPECT_EQUAL(symtrace_thread_depth(), before);
    EXPECT_EQUAL(status_of(child), with_exec ? 5 : 7);
  }
  EXPECT_EQUAL(symtrace_thread_depth(), before);
}

FUNCTION void after_it() {
  EXPECT_FUNCTIONS(F(after_it), F(main));
  STAY();
}

int main(int count, char** arguments) {
  if (count > 1 && std::strcmp(arguments[1], "child") == 0) return 5;
  const int before = symtrace_thread_depth();
  // An emulator passes vfork off as fork, and execl as its own.
  self = arguments[0];
  level();
  vforks(false);
  if (std::getenv("EMULATED") == nullptr) vforks(true);
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  after_it();
  return check::result();
}
