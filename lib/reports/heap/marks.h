// The marks of a recording: moments that somebody wanted to keep, with the blocks that were unreachable
// then.
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
  bool is_judged = false;      // everything that is not unreached was reachable
  std::string why_not = {};    // if not judged
  std::vector<Unreached> unreached;
};

// In the order of their numbers. A mark with missing blocks is not judged.
std::vector<Mark> read_marks(const Recording& recording, Damage& damage);

// A mark as blocks of a recording, each with its header; as many as needed.
std::vector<std::vector<std::uint8_t>> blocks_of(const Mark& mark);

// The blocks of a stack that are unreachable or not judged.
struct Reach {
  Amount direct;  // unreachable blocks
  Amount direct_bytes;
  Amount indirect;
  Amount indirect_bytes;
  Amount unjudged;  // allocated after the mark

  void add(const Reach& other);
  Amount blocks() const { return Amount{direct.parts + indirect.parts}; }
  Amount bytes() const { return Amount{direct_bytes.parts + indirect_bytes.parts}; }
};
// By stack. Blocks freed since the mark are not included.
std::vector<Reach> unreached_of(const Mark& mark, const Replay& replay);

}  // namespace symkit::heap
