// Who keeps count of a log's frames while they are answered.
#pragma once

#include "answers/sourcemap/resolver.h"
#include "answers/sourcemap/stack_line.h"

namespace symkit::sourcemap {

class Tally {
 public:
  virtual ~Tally() = default;
  virtual void count(const StackFrame& frame, const Answer& answer) = 0;
  // One of its own for another thread, that this one counts with; null: only one thread can count. It lives
  // as long as this one.
  virtual Tally* another() { return nullptr; }

 protected:
  Tally() = default;
  Tally(const Tally&) = default;
  Tally& operator=(const Tally&) = default;
};

}  // namespace symkit::sourcemap
