// Limits the work that the debug information of one image may cause. Entries may point to the same lines,
// lists and names, so that a malicious file of a megabyte could cause weeks of work; real files point to
// most things once or twice. The limit, in bytes touched, is many times what any real file needs.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace symkit::debuginfo {

// Shared by all workers.
class Effort {
 public:
  // For `size` bytes of debug information.
  explicit Effort(std::uint64_t size) { renew(size); }

  // For reading from the beginning.
  void renew(std::uint64_t size) { left_ = size * 16 + (1 << 22); }

  // Adds debug information in another file.
  void grow(std::uint64_t size) { left_ += size * 16; }

  // Returns up to `wanted`; 0: nothing is left.
  std::uint64_t draw(std::uint64_t wanted) {
    std::uint64_t left = left_;
    while (!left_.compare_exchange_weak(left, left - std::min(left, wanted))) {
    }
    return std::min(left, wanted);
  }
  bool is_spent() const { return left_ == 0; }

 private:
  std::atomic<std::uint64_t> left_;
};

// One worker's share. It draws large pieces, so that workers seldom contend.
class EffortShare {
 public:
  explicit EffortShare(Effort& effort) : effort_(effort) {}

  // False if the limit is reached.
  bool spend(std::uint64_t amount) {
    if (amount <= left_) {
      left_ -= amount;
      return true;
    }
    amount -= left_;
    left_ = effort_.draw(amount + piece);
    if (left_ < amount) {
      left_ = 0;
      return false;
    }
    left_ -= amount;
    return true;
  }

 private:
  static constexpr std::uint64_t piece = 1 << 16;
  Effort& effort_;
  std::uint64_t left_ = 0;
};

}  // namespace symkit::debuginfo
