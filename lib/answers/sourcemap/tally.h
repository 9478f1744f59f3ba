// Counts a log's frames while they are symbolicated.
#pragma once

#include "answers/sourcemap/resolver.h"
#include "logs/script/stack_line.h"

namespace symkit::sourcemap {

class Tally {
 public:
  virtual ~Tally() = default;
  virtual void count(const script::StackFrame& frame, const Answer& answer) = 0;
  // A counter for another thread, included in this one's counts; null: only one thread can count. It
  // lives as long as this one.
  virtual Tally* another() { return nullptr; }

 protected:
  Tally() = default;
  Tally(const Tally&) = default;
  Tally& operator=(const Tally&) = default;
};

}  // namespace symkit::sourcemap
