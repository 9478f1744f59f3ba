// Events in the recording file. Threads share a few lanes, each with an open block and a lock of its own;
// one counter numbers all events, so that a reader can merge the lanes. Forks and ending threads do not
// affect a lane.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hidden.h"
#include "recording.h"

namespace symleak {

struct Block {
  Hidden address;
  std::size_t size;
  std::uint32_t stack;
};

class Events {
 public:
  constexpr explicit Events(Recording& recording) : recording_(recording) {}

  void allocated(const Block& block);
  void freed(Hidden address);
  void moving(Hidden address);
  void moved(const Block& block, Hidden from);
  void unmoved(Hidden address);
  void mapped(const Block& block);
  void unmapped(Hidden address, std::size_t size);

  // Called in the child of a fork: open blocks are the parent's.
  void forget();
  // Open blocks get their checksums.
  void close();

 private:
  struct Lane {
    Lock lock;
    format::BlockHeader* block = nullptr;
    unsigned char* next = nullptr;
    unsigned char* end = nullptr;  // an event that begins after this has no room
    std::uint64_t sequence = 0;
    std::uint64_t time = 0;
    std::uintptr_t inverted = 0;  // the last address
  };
  class Writer;
  static constexpr unsigned lane_count = 16;

  Lane& lane();
  bool begin_block(Lane& lane, std::uint64_t sequence);
  static void end_block(Lane& lane);

  Recording& recording_;
  Lane lanes_[lane_count];
  std::uint32_t threads_ = 0;
};

}  // namespace symleak
