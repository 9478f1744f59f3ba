// The stack of the running thread, from the hook's caller outwards, by one of three ways: libsymtrace's copy
// where the program has it, frame pointers, or unwind tables.
#pragma once

#include "stack_table.h"
#include "thread.h"

namespace symleak {

// What libsymtrace has: symtrace_collect.
using Collect = std::size_t (*)(std::uintptr_t* addresses, std::size_t size);

class StackTaker {
 public:
  // `wish`: None chooses. Where what is wished for is not there, the next best is taken.
  void choose(format::Stacks wish, Collect collect);
  format::Stacks way() const { return way_; }

  void take(const Caller& caller, std::uint32_t generation, Frames& frames) const;

 private:
  void copy(Frames& frames) const;

  format::Stacks way_ = format::Stacks::FramePointers;
  Collect collect_ = nullptr;
};

}  // namespace symleak
