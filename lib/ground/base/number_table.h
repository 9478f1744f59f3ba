// Numbers of things by a hash of their texts. The texts lie elsewhere: the caller must check that it is the
// right one.
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
    mask_ = slots_.size() - 1;
  }
  // How many fit into it.
  std::size_t room() const { return slots_.size() / 2; }

  void add(std::uint64_t hash, std::uint32_t number) {
    std::size_t at = hash & mask_;
    while (slots_[at].number != UINT32_MAX) at = (at + 1) & mask_;
    slots_[at] = {static_cast<std::uint32_t>(hash >> 32), number};
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
    for (std::size_t at = hash & mask_; slots_[at].number != UINT32_MAX; at = (at + 1) & mask_)
      if (slots_[at].tag == static_cast<std::uint32_t>(hash >> 32) && is_it(slots_[at].number))
        return &slots_[at].number;
    return nullptr;
  }

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number = UINT32_MAX;
  };

  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
};

}  // namespace symkit
