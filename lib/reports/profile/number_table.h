// A hash table of the numbers of things that are stored elsewhere: a lookup mostly touches one place of
// memory, and things take no memory of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace symkit::profile {

class NumberTable {
 public:
  static constexpr std::uint32_t none = UINT32_MAX;

  // `is_it`: whether the thing with this number is the wanted one.
  template <class IsIt>
  std::uint32_t find(std::size_t hash, IsIt is_it) const {
    if (slots_.empty()) return none;
    const auto wanted = static_cast<std::uint32_t>(hash);
    for (std::size_t at = wanted & mask();; at = (at + 1) & mask()) {
      const Slot& slot = slots_[at];
      if (slot.number == none || (slot.hash == wanted && is_it(slot.number))) return slot.number;
    }
  }

  // The thing must not exist yet.
  void add(std::size_t hash, std::uint32_t number) {
    if (count_ * 2 >= slots_.size()) grow();
    put({static_cast<std::uint32_t>(hash), number});
    ++count_;
  }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = none;  // none: empty
  };

  std::size_t mask() const { return slots_.size() - 1; }
  void put(const Slot& slot) {
    std::size_t at = slot.hash & mask();
    while (slots_[at].number != none) at = (at + 1) & mask();
    slots_[at] = slot;
  }
  void grow() {
    constexpr std::size_t fewest = 1024;
    std::vector<Slot> before(slots_.empty() ? fewest : slots_.size() * 2);
    before.swap(slots_);
    for (const Slot& slot : before)
      if (slot.number != none) put(slot);
  }

  std::vector<Slot> slots_;  // a power of two, at least half of them empty
  std::size_t count_ = 0;
};

}  // namespace symkit::profile
