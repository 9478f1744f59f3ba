// C++20's coroutines: a body is entered on one thread and goes on upon others; what it calls is balanced on
// each.
#include <coroutine>

#include "check.h"

namespace {

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

volatile int steps = 0;

}  // namespace

FUNCTION void step() {
  steps = steps + 1;
  STAY();
}

FUNCTION Task count_up(int rounds) {
  for (int i = 0; i < rounds; ++i) {
    step();
    co_await std::suspend_always{};
  }
}

FUNCTION void* resume_elsewhere(void* address) {
  const int before = symtrace_thread_depth();
  auto handle = std::coroutine_handle<>::from_address(address);
  for (int i = 0; i < 100; ++i) {
    handle.resume();
    EXPECT_EQUAL(symtrace_thread_depth(), before);
  }
  return nullptr;
}

FUNCTION void use() {
  const int before = symtrace_thread_depth();
  Task task = count_up(1000);
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 100; ++j) {
      task.handle.resume();
      EXPECT_EQUAL(symtrace_thread_depth(), before);
    }
    pthread_t thread;
    pthread_create(&thread, nullptr, resume_elsewhere, task.handle.address());
    pthread_join(thread, nullptr);
    EXPECT_EQUAL(symtrace_thread_depth(), before);
  }
  task.handle.destroy();
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  EXPECT_EQUAL(steps, 1000);
}

int main() {
  const int before = symtrace_thread_depth();
  use();
  EXPECT_EQUAL(symtrace_thread_depth(), before);
  return check::result();
}
