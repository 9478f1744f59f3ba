// The marks of a recording: moments that somebody wanted to keep, with what was out of reach then.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reports/heap/reach.h"
#include "reports/heap/recording.h"
#include "reports/heap/replay.h"

namespace symkit::heap {

struct Mark {
  std::uint32_t number = 0;
  std::string name;
  std::uint64_t sequence = 0;  // of the last event before it
  bool is_judged = false;      // what is not unreached was within reach
  std::string why_not = {};    // not judged
  std::vector<Unreached> unreached;
};

// By number. One whose blocks are not all there is not judged.
std::vector<Mark> read_marks(const Recording& recording, Damage& damage);

// A mark as blocks of a recording, each with its header; as many as it needs.
std::vector<std::vector<std::uint8_t>> blocks_of(const Mark& mark);

// What has happened to the blocks of a stack.
struct Reach {
  Amount direct;  // blocks
  Amount direct_bytes;
  Amount indirect;
  Amount indirect_bytes;
  Amount unjudged;  // allocated after the mark

  void add(const Reach& other);
  Amount blocks() const { return Amount{direct.parts + indirect.parts}; }
  Amount bytes() const { return Amount{direct_bytes.parts + indirect_bytes.parts}; }
};
// By stack. Blocks that have been freed since are not among them.
std::vector<Reach> unreached_of(const Mark& mark, const Replay& replay);

}  // namespace symkit::heap
