// Coroutines whose frames hold others, one suspended for ever and known to data.
#include <coroutine>
#include <exception>
#include <utility>
#include <vector>

#include "lose.h"

namespace {
struct Task {
  struct promise_type {
    Task get_return_object() { return Task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  explicit Task(std::coroutine_handle<promise_type> given) : handle(given) {}
  Task(Task&& other) noexcept : handle(std::exchange(other.handle, {})) {}
  Task& operator=(Task&&) = delete;
  ~Task() {
    if (handle) handle.destroy();
  }
  std::coroutine_handle<promise_type> handle;
};

Task count_to(int number) {
  std::vector<int> numbers(100);
  for (int i = 0; i < number; ++i) {
    numbers.push_back(i);
    co_await std::suspend_always();
  }
}
}  // namespace

int main(int count, char**) {
  may_lose = count > 1;
  for (int i = 0; i < 5; ++i) {
    Task task = count_to(i);
    while (!task.handle.done()) task.handle.resume();
    lose(3100 + static_cast<std::size_t>(i));
  }
  static Task waits = count_to(10);
  waits.handle.resume();
  return 0;
}
