// A hash table from places in images to numbers. It is used for each location of each profile, so its
// memory is compact, and a lookup takes a probe or two.
#pragma once

#include <cstdint>
#include <vector>

#include "ground/base/frame_reference.h"

namespace symkit::profile {

struct ImageAddress {
  std::uint32_t image = 0;
  AddressOf address_of = AddressOf::Call;
  std::uint64_t at = 0;
};

inline std::uint64_t mixed(std::uint64_t one, std::uint64_t other) {
  constexpr std::uint64_t golden = 0x9E37'79B9'7F4A'7C15;
  const std::uint64_t product = (one + other * golden) * golden;
  return product ^ product >> 32;
}

class PlaceTable {
 public:
  static constexpr std::uint32_t none = UINT32_MAX;

  std::uint32_t find(const ImageAddress& place) const {
    if (slots_.empty()) return none;
    return slots_[slot_of(place.at, which(place))].number;
  }
  // Returns false if the place exists already, and keeps its number.
  bool add(const ImageAddress& place, std::uint32_t number) {
    if (count_ * 2 >= slots_.size()) grow();
    Slot& slot = slots_[slot_of(place.at, which(place))];
    if (slot.number != none) return false;
    slot = {place.at, which(place), number};
    ++count_;
    return true;
  }

 private:
  struct Slot {
    std::uint64_t at = 0;
    std::uint32_t which = 0;      // the image, and the kind of address
    std::uint32_t number = none;  // none: empty
  };
  static std::uint32_t which(const ImageAddress& place) {
    return place.image << 2 | static_cast<std::uint32_t>(place.address_of);
  }
  // The slot where it is, or belongs. There are always empty slots.
  std::size_t slot_of(std::uint64_t at, std::uint32_t which) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = mixed(at, which) & mask;
    while (slots_[slot].number != none && (slots_[slot].at != at || slots_[slot].which != which))
      slot = (slot + 1) & mask;
    return slot;
  }
  void grow() {
    constexpr std::size_t fewest = 1024;
    std::vector<Slot> before(slots_.empty() ? fewest : slots_.size() * 2);
    before.swap(slots_);
    for (const Slot& slot : before)
      if (slot.number != none) slots_[slot_of(slot.at, slot.which)] = slot;
  }

  std::vector<Slot> slots_;  // a power of two
  std::size_t count_ = 0;
};

}  // namespace symkit::profile
