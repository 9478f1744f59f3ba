// The stack of the running thread, from the hook's caller outwards, in one of three ways: from
// libsymtrace's copy if the program has it, by frame pointers, or by unwind tables.
#pragma once

#include "images.h"
#include "stack_table.h"
#include "thread.h"

namespace symleak {

// libsymtrace's function symtrace_collect.
using Collect = std::size_t (*)(std::uintptr_t* addresses, std::size_t size);
// symtrace_note, if it is new enough.
using FindNote = void** (*)(std::uintptr_t* from);

// Where libsymtrace's innermost entry stores the number of the stack that begins at `from`.
struct Note {
  void** place = nullptr;
  std::uintptr_t from = 0;
};

class StackTaker {
 public:
  // `wish`: None selects the best way. If the requested way is unavailable, the next best is used.
  void choose(format::Stacks wish, Collect collect, FindNote find_note);
  format::Stacks way() const { return way_; }

  // Called in the child of a fork.
  static void forget();
  Note note(const Caller& caller) const {
    Note note;
    if (find_note_ != nullptr && !is_loader(caller)) note.place = find_note_(&note.from);
    return note;
  }
  void take(const Caller& caller, std::uint32_t generation, Frames& frames) const;

 private:
  // Allocations by the loader are recognized by this (it is never unloaded); libsymtrace's copy has no
  // frame of it.
  bool is_loader(const Caller& caller) const {
    return caller.returns_to >= loader_.begin && caller.returns_to < loader_.end;
  }
  void copy(Frames& frames) const;

  format::Stacks way_ = format::Stacks::FramePointers;
  Collect collect_ = nullptr;
  FindNote find_note_ = nullptr;
  Image loader_;
};

}  // namespace symleak
