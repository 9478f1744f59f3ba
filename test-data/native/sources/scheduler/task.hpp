// A task and the order in which tasks run.
#pragma once
#include "../integers.h"

namespace scheduler {

using Run = u32 (*)(void* context);

struct Task {
  Run run;
  void* context;
  u64 deadline;
  u32 priority;
};

struct EarlierDeadline {
  static FIXTURE_INLINE bool before(const Task& a, const Task& b) { return a.deadline < b.deadline; }
};

struct HigherPriority {
  static FIXTURE_INLINE bool before(const Task& a, const Task& b) { return a.priority > b.priority; }
};

}  // namespace scheduler
