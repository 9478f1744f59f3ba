// A hash map from 64-bit keys to small numbers, for millions of lookups ("the number of this name")
// during preparation. Open addressing in one flat array; 0 is not a valid key.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "ground/base/large_memory.h"

namespace symkit::index {

class FlatMap {
 public:
  // The number of the key. 0 if the key is new: then the caller must store one. Valid until the next
  // call.
  std::uint32_t& operator[](std::uint64_t key) {
    if ((used_ + 1) * 2 > slots_.size()) grow();
    Slot& slot = find(key);
    if (slot.key == 0) {
      slot.key = key;
      ++used_;
    }
    return slot.number;
  }

  // Fetches memory for a key that will be looked up soon.
  void prefetch(std::uint64_t key) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[place_of(key)]);
  }

  // Empties the map. Its memory is kept, unless it is far more than the content needed.
  void clear() {
    const std::size_t wanted = std::bit_ceil(std::max<std::size_t>(used_ * 4, 1024));
    if (used_ != 0) slots_.assign(std::min(slots_.size(), wanted), Slot());
    if (used_ != 0) shift_ = 64 - std::countr_zero(slots_.size());
    used_ = 0;
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t number = 0;
  };

  // The highest bits of the product, which depend on every bit of the key.
  std::size_t place_of(std::uint64_t key) const {
    return static_cast<std::size_t>(key * 0x9e3779b97f4a7c15 >> shift_);
  }

  Slot& find(std::uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = place_of(key);
    while (slots_[at].key != 0 && slots_[at].key != key) at = (at + 1) & mask;
    return slots_[at];
  }

  void grow() {
    std::vector<Slot> before;
    before.swap(slots_);
    const std::size_t size = before.empty() ? 1024 : before.size() * 2;
    reserve_large(slots_, size);
    slots_.resize(size);
    shift_ = 64 - std::countr_zero(slots_.size());
    for (const Slot& slot : before)
      if (slot.key != 0) find(slot.key) = slot;
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  int shift_ = 0;
};

}  // namespace symkit::index
