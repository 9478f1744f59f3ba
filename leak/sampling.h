// Chooses the blocks to record if not all are recorded: a byte is chosen at random about every `bytes`,
// and with it its block (a Poisson process, so the probability follows from the block's size). Other
// blocks are not stored at all, and their end is recognized at the cost of one load.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "system.h"
#include "thread.h"

namespace symleak {

class Sampling {
 public:
  // 0: all are recorded.
  void set(std::uint64_t bytes) { bytes_ = bytes; }
  std::uint64_t bytes() const { return bytes_; }

  // When a block is allocated: whether to record it.
  bool takes(std::uintptr_t address, std::size_t size) {
    if (bytes_ == 0) return true;
    thread.until_sample -= static_cast<std::int64_t>(size | 1);
    return thread.until_sample < 0 && take(address);
  }
  // When a block is freed: whether it was recorded.
  bool had(std::uintptr_t address) {
    if (bytes_ == 0) return true;
    return counters_[place_of(address)].load(std::memory_order_relaxed) != 0 && remove(address);
  }
  // The block was not freed after all.
  void keep(std::uintptr_t address) {
    if (bytes_ != 0) add(address);
  }
  // Called in the child of a fork, whose recording has nothing from before.
  void forget();

 private:
  static constexpr unsigned counter_bits = 16;
  static std::size_t place_of(std::uintptr_t address) {
    return static_cast<std::size_t>((std::uint64_t{address} * 0x9e3779b97f4a7c15) >> (64 - counter_bits));
  }
  bool take(std::uintptr_t address);
  bool begin_intervals();
  std::int64_t interval() const;
  bool add(std::uintptr_t address);
  bool remove(std::uintptr_t address);
  bool make_room();
  std::uintptr_t* slot_of(std::uintptr_t address) const;

  std::uint64_t bytes_ = 0;
  // Of recorded blocks, by place; zeros at first.
  // NOLINTNEXTLINE(bugprone-dynamic-static-initializers,readability-identifier-naming)
  static std::atomic<std::uint32_t> counters_[std::size_t{1} << counter_bits];
  Lock lock_;                            // guards the members below
  std::uintptr_t* addresses_ = nullptr;  // of recorded blocks; 0: free
  std::size_t mask_ = 0;
  std::size_t count_ = 0;
};

}  // namespace symleak
