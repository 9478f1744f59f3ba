// A recording gone through once: what was allocated and given back, by stack, and what is left at the end.
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
  std::uint64_t sequence = 0;  // of the event that made it
  std::uint32_t stack = 0;
};

// Of a recording of samples these are estimates: each block stands for as many as are likely to have been
// passed over. They are kept in 1/4096, so that what is taken off is what was added.
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

struct Tally {
  Amount allocations;
  Amount allocated_bytes;
  Amount live;
  Amount live_bytes;
  Amount short_lived;              // given back within the next hundred events
  std::uint64_t mapped_bytes = 0;  // by mmap, and not unmapped
  std::uint64_t mappings = 0;

  void add(const Tally& other);
};

// What a block stands for: itself, or of samples more; the inverse of how likely it was to be recorded.
struct Share {
  Amount blocks;
  Amount bytes;
};

struct Replay {
  Share share_of(std::uint64_t size) const;

  std::uint64_t sample = 0;     // bytes; 0: all blocks are there
  std::vector<Tally> by_stack;  // by the stack's number; 0: events without one
  Tally total;
  Amount peak_bytes;
  std::uint64_t peak_sequence = 0;
  std::uint64_t events = 0;
  std::uint64_t last_sequence = 0;
  std::uint64_t last_time = 0;
  std::uint64_t unknown_frees = 0;  // of what was not seen when it was allocated
  AddressMap<LiveBlock> blocks;     // what is left
  MappedRanges mapped;
};

// Who wants to know of each block that comes and goes, in order.
class BlockWatcher {
 public:
  virtual void came(const LiveBlock& block, std::uint64_t time) = 0;
  virtual void went(const LiveBlock& block, std::uint64_t time) = 0;

 protected:
  ~BlockWatcher() = default;
};

// Addresses → sizes of the blocks that a process has from its parent, which it was forked from.
using Inherited = AddressMap<std::uint64_t>;

// Up to and with the event of that number. What makes no sense is added to `damage`; what is given back is
// taken out of `inherited`.
Replay replay(const Recording& recording, Damage& damage, std::uint64_t until = UINT64_MAX,
              BlockWatcher* watcher = nullptr, Inherited* inherited = nullptr);

}  // namespace symkit::heap
