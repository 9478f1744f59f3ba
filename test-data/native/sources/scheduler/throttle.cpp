// An early way out before a long body: GCC splits the body off as a `.part`, and unlikely blocks as `.cold`.
#include "task.hpp"

namespace scheduler {

[[noreturn]] void give_up(u64 deadline) __attribute__((cold));

namespace {

struct Window {
  u64 begin;
  u32 admitted[24];
  u32 limit;
};

Window windows[4];

u32 refuse(Window& window, const Task& task) {
  if (window.limit == 0) return 0;
  u32 refused = 0;
  for (u32& admitted : window.admitted) {
    if (admitted > window.limit) give_up(task.deadline);
    refused += admitted * task.priority;
    admitted = refused / (window.limit + 1);
    task.run(task.context);
  }
  window.begin += refused;
  if (window.begin > task.deadline) task.run(&window);
  return refused;
}

}  // namespace

void give_up(u64 deadline) {
  windows[3].begin = deadline;
  for (;;) asm volatile("");
}

extern "C" FIXTURE_KEEP u32 throttle_one(const Task* task) {
  return refuse(windows[0], *task) + 1;
}

extern "C" FIXTURE_KEEP u32 throttle_two(const Task* task) {
  return refuse(windows[1], *task) * refuse(windows[2], *task);
}

}  // namespace scheduler
