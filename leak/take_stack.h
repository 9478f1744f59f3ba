// The stack of the running thread, from the hook's caller outwards, by one of three ways: libsymtrace's copy
// where the program has it, frame pointers, or unwind tables.
#pragma once

#include "images.h"
#include "stack_table.h"
#include "thread.h"

namespace symleak {

// What libsymtrace has: symtrace_collect.
using Collect = std::size_t (*)(std::uintptr_t* addresses, std::size_t size);
// And symtrace_note, where it is new enough.
using FindNote = void** (*)(std::uintptr_t* from);

// Where the innermost function of libsymtrace's copy keeps what is known of the stack that begins at `from`.
struct Note {
  void** place = nullptr;
  std::uintptr_t from = 0;
};

class StackTaker {
 public:
  // `wish`: None chooses. Where what is wished for is not there, the next best is taken.
  void choose(format::Stacks wish, Collect collect, FindNote find_note);
  format::Stacks way() const { return way_; }

  // In the child of a fork.
  static void forget();
  Note note(const Caller& caller) const {
    Note note;
    if (find_note_ != nullptr && !is_loader(caller)) note.place = find_note_(&note.from);
    return note;
  }
  void take(const Caller& caller, std::uint32_t generation, Frames& frames) const;

 private:
  // What the loader allocates is known by that (it is never lost), and libsymtrace's copy has no frame of it.
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
