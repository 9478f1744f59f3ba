// A map from addresses to values: open addressing, in one piece of memory; 0 is not a valid address. The
// order of slots differs from run to run, so that no file can be crafted to make it slow.
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace symkit::heap {

template <class Value>
class AddressMap {
 public:
  AddressMap() : seed_((std::uint64_t{std::random_device()()} << 32 | std::random_device()()) | 1) {}

  std::size_t size() const { return size_; }

  Value* find(std::uint64_t address) {
    if (slots_.empty() || address == 0) return nullptr;
    Slot& slot = slots_[place_of(address)];
    return slot.address != 0 ? &slot.value : nullptr;
  }

  // Replaces an existing value.
  void put(std::uint64_t address, Value value) {
    if (address == 0) return;
    if ((size_ + 1) * 4 > slots_.size() * 3) grow();
    Slot& slot = slots_[place_of(address)];
    if (slot.address == 0) ++size_;
    slot = {address, std::move(value)};
  }

  void erase(std::uint64_t address) {
    if (slots_.empty() || address == 0) return;
    std::size_t hole = place_of(address);
    if (slots_[hole].address == 0) return;
    --size_;
    // Later entries that were displaced from their own place move up.
    for (std::size_t i = next(hole); slots_[i].address != 0; i = next(i)) {
      const std::size_t home = home_of(slots_[i].address);
      if (((i - home) & (slots_.size() - 1)) >= ((i - hole) & (slots_.size() - 1))) {
        slots_[hole] = std::move(slots_[i]);
        hole = i;
      }
    }
    slots_[hole] = {};
  }

  template <class Visit>
  void for_each(Visit visit) const {
    for (const Slot& slot : slots_)
      if (slot.address != 0) visit(slot.address, slot.value);
  }

 private:
  struct Slot {
    std::uint64_t address = 0;
    Value value = {};
  };

  std::size_t home_of(std::uint64_t address) const {
    std::uint64_t mixed = (address ^ seed_) * 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 32) * seed_;
    return (mixed ^ mixed >> 29) & (slots_.size() - 1);
  }
  std::size_t next(std::size_t place) const { return (place + 1) & (slots_.size() - 1); }
  std::size_t place_of(std::uint64_t address) const {
    std::size_t place = home_of(address);
    while (slots_[place].address != 0 && slots_[place].address != address) place = next(place);
    return place;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 1024 : slots_.size() * 2);
    old.swap(slots_);
    for (Slot& slot : old)
      if (slot.address != 0) slots_[place_of(slot.address)] = std::move(slot);
  }

  std::uint64_t seed_;
  std::size_t size_ = 0;
  std::vector<Slot> slots_;
};

}  // namespace symkit::heap
