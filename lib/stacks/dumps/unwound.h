// A dump with the stacks of its threads.
#pragma once

#include <cstddef>
#include <vector>

#include "ground/base/result.h"
#include "stacks/dumps/loaded_images.h"
#include "stacks/dumps/process.h"
#include "stacks/dumps/python_calls.h"
#include "stacks/unwind/stack.h"

namespace symkit::dumps {

// Of several threads, if their stacks are the same.
struct ThreadStack {
  std::vector<const Thread*> threads;  // the first is the one whose stack it is
  unwind::Stack stack;
  std::vector<PythonCalls> python = {};  // that its frames run
};

// In the order of the threads. `is_each`: one for each thread, also if they are the same. `python`: the
// functions that interpreters run; it must outlive them. `registers`: so many frames of each stack keep
// theirs.
Result<std::vector<ThreadStack>> unwind_all(const Process& process, LoadedImages& images, bool is_each,
                                            const python::Stacks* python = nullptr,
                                            std::size_t registers = 0);

}  // namespace symkit::dumps
