// The recorder of this process: when it begins and ends, and what it does with what the hooks have seen.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hidden.h"
#include "thread.h"

namespace symleak {

// In memory that the kernel empties in the child of any fork, whoever called it: an open gate was opened by
// this process.
struct Gate {
  std::uint32_t open;
};
extern Gate* gate;  // NOLINT(bugprone-dynamic-static-initializers): constant where it is defined

// Whether what the running thread does is to be recorded: not what the recorder does itself, or the
// allocator. The first call in a process begins the recording.
bool is_admitted_slowly();
inline bool is_admitted() {
  if (__builtin_expect(!thread.busy && gate->open != 0, 1)) return true;
  return is_admitted_slowly();
}

// What follows is called by a thread that has been admitted and is Busy.
void note_allocated(Hidden memory, std::size_t size, const Caller& caller);
void note_freed(Hidden memory);
// Before realloc is called. False: the block is not one of those that are recorded, and nothing need be said
// of its end.
bool note_moving(Hidden memory);
void note_moved(Hidden memory, std::size_t size, Hidden from, const Caller& caller);
void note_unmoved(Hidden memory);
void note_mapped(Hidden memory, std::size_t size, const Caller& caller);
void note_unmapped(Hidden memory, std::size_t size);
// A thread that was not admitted.
void count_missed_allocation();
void count_missed_free();

void libraries_unloaded();
// exit() and the like; nothing but signals comes after it.
enum class Leaving : std::uint8_t { ByExit, AtOnce };
void leave(Leaving how);

// While the process tries to become another program; that it goes away says that this could not be.
class Becoming {
 public:
  Becoming();
  ~Becoming();
  Becoming(const Becoming&) = delete;
  Becoming& operator=(const Becoming&) = delete;

 private:
  bool is_noted_;
};

}  // namespace symleak
