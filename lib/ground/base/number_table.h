// A hash table of the numbers of things that are stored elsewhere: a lookup mostly touches one place of
// memory, and things take no memory of their own. The caller tells apart those that share a hash.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace symkit {

class NumberTable {
 public:
  // Empties it, and makes room for so many.
  void reserve(std::size_t many) {
    slots_.assign(std::bit_ceil(many * 2 + 1), {});
    count_ = 0;
  }
  // How many fit into it without further memory.
  std::size_t room() const { return slots_.size() / 2; }

  void add(std::uint64_t hash, std::uint32_t number) {
    if (count_ >= room()) grow();
    put({static_cast<std::uint32_t>(hash), number});
    ++count_;
  }

  // Calls is_it(number) for every one with this hash, until it returns true; null if it never does.
  template <class Predicate>
  std::uint32_t* find(std::uint64_t hash, Predicate is_it) {
    const std::uint32_t* const found = std::as_const(*this).find(hash, is_it);
    return const_cast<std::uint32_t*>(found);
  }
  template <class Predicate>
  const std::uint32_t* find(std::uint64_t hash, Predicate is_it) const {
    if (slots_.empty()) return nullptr;
    const auto wanted = static_cast<std::uint32_t>(hash);
    for (std::size_t at = wanted & mask(); slots_[at].number != none; at = (at + 1) & mask())
      if (slots_[at].hash == wanted && is_it(slots_[at].number)) return &slots_[at].number;
    return nullptr;
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  struct Slot {
    std::uint32_t hash = 0;  // its lower half
    std::uint32_t number = none;
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

}  // namespace symkit
