// A binary heap of tasks.
#pragma once
#include "task.hpp"

namespace scheduler {

template <typename Policy, usize Capacity = 64>
class Heap {
 public:
  FIXTURE_INLINE bool push(const Task& task) {
    if (size_ == Capacity) return false;
    tasks_[size_] = task;
    rise(size_++);
    return true;
  }

  FIXTURE_INLINE bool pop(Task& task) {
    if (size_ == 0) return false;
    task = tasks_[0];
    tasks_[0] = tasks_[--size_];
    sink(0);
    return true;
  }

  usize size() const { return size_; }

 private:
  FIXTURE_INLINE void swap(usize a, usize b) {
    Task held = tasks_[a];
    tasks_[a] = tasks_[b];
    tasks_[b] = held;
  }

  FIXTURE_INLINE void rise(usize i) {
    for (; i != 0 && Policy::before(tasks_[i], tasks_[(i - 1) / 2]); i = (i - 1) / 2) swap(i, (i - 1) / 2);
  }

  FIXTURE_INLINE usize first_of(usize a, usize b) const {
    return b < size_ && Policy::before(tasks_[b], tasks_[a]) ? b : a;
  }

  FIXTURE_NOINLINE void sink(usize i) {
    for (;;) {
      usize first = first_of(first_of(i, 2 * i + 1), 2 * i + 2);
      if (first == i) return;
      swap(i, first);
      i = first;
    }
  }

  Task tasks_[Capacity];
  usize size_ = 0;
};

}  // namespace scheduler
