// Exceptions: GCC calls the hooks of the functions that they leave, Clang does not.
#include <stdexcept>

#include "check.h"

int main();

FUNCTION void thrower(int depth) {
  if (depth > 0) {
    thrower(depth - 1);
    STAY();
    return;
  }
  throw std::runtime_error("thrown");
}

FUNCTION void passes_on() {
  try {
    thrower(3);
  } catch (const std::logic_error&) {
    EXPECT(false);
  }
  STAY();
}

FUNCTION void after_it() {
  EXPECT_FUNCTIONS(F(after_it), F(main));
  STAY();
}

FUNCTION void rethrows() {
  try {
    thrower(1);
  } catch (...) {
    STAY();
    throw;
  }
  STAY();
}

struct Guard {
  FUNCTION ~Guard() { STAY(); }
};

FUNCTION void with_cleanup() {
  Guard guard;
  thrower(2);
  STAY();
}

template <typename Function>
NO_HOOKS bool throws(Function* function) {
  try {
    function();
  } catch (const std::runtime_error&) {
    return true;
  }
  return false;
}

FUNCTION void catches_within() {
  const int before = symtrace_thread_depth();
  for (int i = 0; i < 1000; ++i) {
    EXPECT(throws(passes_on));
    EXPECT(throws(rethrows));
    EXPECT(throws(with_cleanup));
    EXPECT_EQUAL(symtrace_thread_depth(), before);
  }
  STAY();
}

FUNCTION void loop_of_one_call() {
  const int before = symtrace_thread_depth();
  for (int i = 0; i < 1000; ++i) {
    try {
      thrower(0);
    } catch (const std::runtime_error&) {
      STAY();
    }
  }
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  STAY();
}

int main() {
  const int before = symtrace_thread_depth();
  EXPECT_EQUAL(before, 1);
  catches_within();
  loop_of_one_call();
  try {
    with_cleanup();
  } catch (const std::runtime_error&) {
    EXPECT_EQUAL(symtrace_thread_depth(), before);
    after_it();
  }
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  after_it();
  return check::result();
}
