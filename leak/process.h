// The recorder of this process: when it begins and ends, and what it does with the events from the hooks.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hidden.h"
#include "thread.h"

namespace symleak {

// In memory that the kernel clears in the child of any fork, however it was called: an open gate was
// opened by this process.
struct Gate {
  std::uint32_t open;
};
extern Gate* gate;  // NOLINT(bugprone-dynamic-static-initializers): constant where it is defined

// Whether the running thread's actions are recorded: not those of the recorder itself or the allocator.
// The first call in a process begins the recording.
bool is_admitted_slowly();
inline bool is_admitted() {
  if (__builtin_expect(!thread.busy && gate->open != 0, 1)) return true;
  return is_admitted_slowly();
}

// The following functions are called by threads that are admitted and Busy.
void note_allocated(Hidden memory, std::size_t size, const Caller& caller);
void note_freed(Hidden memory);
// Called before realloc. Returns false if the block is not recorded, so that its end need not be.
bool note_moving(Hidden memory);
void note_moved(Hidden memory, std::size_t size, Hidden from, const Caller& caller);
void note_unmoved(Hidden memory);
void note_mapped(Hidden memory, std::size_t size, const Caller& caller);
void note_unmapped(Hidden memory, std::size_t size);
// Called for a thread that was not admitted.
void count_missed_allocation();
void count_missed_free();

void libraries_unloaded();
// exit() and similar functions; nothing but signals comes after it.
enum class Leaving : std::uint8_t { ByExit, AtOnce };
void leave(Leaving how);

// Lives while the process tries to become another program; its destruction means that this failed.
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
