// Workers that run tasks by deadline or by priority: tail calls, cold paths, functions of the same body.
#include "heap.hpp"

namespace scheduler {

static u32 failures;
static u64 clock_now;

FIXTURE_NOINLINE __attribute__((cold)) static void report_overdue(const Task& task) {
  failures++;
  clock_now += task.deadline;
}

template <typename Value>
struct Counter {
  FIXTURE_NOINLINE Value add(Value amount) {
    total += amount;
    steps += 1;
    return total;
  }
  Value total = 0;
  u32 steps = 0;
};

template struct Counter<u32>;
template struct Counter<i32>;

class Worker {
 public:
  Worker() = default;
  virtual ~Worker();
  virtual bool accept(const Task& task) = 0;
  virtual u32 step() = 0;

 protected:
  u32 perform(const Task& task);
};

Worker::~Worker() {
  failures = 0;
}

u32 Worker::perform(const Task& task) {
  if (__builtin_expect(task.deadline < clock_now, 0)) report_overdue(task);
  clock_now++;
  return task.run(task.context);
}

namespace {

template <typename Policy>
class Ordered final : public Worker {
 public:
  bool accept(const Task& task) override { return waiting_.push(task); }

  u32 step() override {
    Task task;
    if (!waiting_.pop(task)) return idle();
    return perform(task);
  }

 private:
  FIXTURE_NOINLINE u32 idle() {
    rest_ = rest_ < 1024 ? rest_ * 2 + 1 : 1024;
    return rest_;
  }

  Heap<Policy> waiting_;
  u32 rest_ = 0;
};

Ordered<EarlierDeadline> by_deadline;
Ordered<HigherPriority> by_priority;

}  // namespace

extern "C" {

FIXTURE_KEEP u32 scheduler_submit(const Task* task, bool urgent) {
  Worker& worker = urgent ? static_cast<Worker&>(by_priority) : by_deadline;
  return worker.accept(*task) ? 1 : 0;
}

FIXTURE_KEEP u32 scheduler_step(bool urgent) {
  Worker& worker = urgent ? static_cast<Worker&>(by_priority) : by_deadline;
  return worker.step();
}

FIXTURE_KEEP u32 scheduler_failures(void) {
  return failures;
}

FIXTURE_KEEP u32 scheduler_overdue(void) {
  return failures;
}

FIXTURE_KEEP u32 scheduler_count(Counter<u32>* a, Counter<i32>* b) {
  return a->add(1) + static_cast<u32>(b->add(2));
}
}

}  // namespace scheduler
