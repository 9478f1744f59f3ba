// One pass over a recording: what was allocated and freed, by stack, and what is left at the end.
#pragma once

#include <cstdint>
#include <vector>

#include "reports/heap/address_map.h"
#include "reports/heap/events.h"
#include "reports/heap/mapped_ranges.h"
#include "reports/heap/recording.h"

namespace symkit::heap {

struct LiveBlock {
  std::uint64_t size = 0;
  std::uint64_t sequence = 0;  // of the event that allocated it
  std::uint32_t stack = 0;
};

// For sampled recordings these are estimates: each block represents the likely number of blocks that were
// not recorded. They are stored in units of 1/4096, so that exactly what was added is subtracted.
struct Amount {
  unsigned __int128 parts = 0;  // the sizes of a damaged file may add up to anything

  static constexpr unsigned scale = 4096;
  std::uint64_t rounded() const {
    const unsigned __int128 whole = (parts + scale / 2) / scale;
    return whole > UINT64_MAX ? UINT64_MAX : static_cast<std::uint64_t>(whole);
  }
  Amount& operator+=(Amount other) { return parts += other.parts, *this; }
  Amount& operator-=(Amount other) { return parts -= other.parts, *this; }
  auto operator<=>(const Amount&) const = default;
};

struct Counts {
  Amount allocations;
  Amount allocated_bytes;
  Amount live;
  Amount live_bytes;
  Amount short_lived;              // freed within the next hundred events
  std::uint64_t mapped_bytes = 0;  // by mmap, and not unmapped
  std::uint64_t mappings = 0;

  void add(const Counts& other);
};

// The weight of a block: 1, or for samples more: the inverse of its probability of being recorded.
struct Share {
  Amount blocks;
  Amount bytes;
};

struct Replay {
  Share share_of(std::uint64_t size) const;

  std::uint64_t sample = 0;      // bytes; 0: all blocks were recorded
  std::vector<Counts> by_stack;  // by the stack's number; 0: events without one
  Counts total;
  Amount peak_bytes;
  std::uint64_t peak_sequence = 0;
  std::uint64_t events = 0;
  std::uint64_t last_sequence = 0;
  std::uint64_t last_time = 0;
  std::uint64_t unknown_frees = 0;  // of blocks whose allocation was not recorded
  AddressMap<LiveBlock> blocks;     // not freed
  MappedRanges mapped;
};

// Notified of each block that is allocated or freed, in order.
class BlockWatcher {
 public:
  virtual void came(const LiveBlock& block, std::uint64_t time) = 0;
  virtual void went(const LiveBlock& block, std::uint64_t time) = 0;

 protected:
  ~BlockWatcher() = default;
};

// Addresses → sizes of the blocks that a forked process has from its parent.
using Inherited = AddressMap<std::uint64_t>;

// Replays up to and including the event of that number. Invalid data is added to `damage`; freed blocks
// are removed from `inherited`.
Replay replay(const Recording& recording, Damage& damage, std::uint64_t until = UINT64_MAX,
              BlockWatcher* watcher = nullptr, Inherited* inherited = nullptr);

}  // namespace symkit::heap
