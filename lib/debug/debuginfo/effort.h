// How much work the debug information of one image may cause. Entries may point at the same lines, lists and
// names, so that a file of a megabyte, made for it, asks for weeks of work; real ones point at most things
// once or twice. The limit, in bytes touched, is many times what any real file needs.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace symkit::debuginfo {

// Shared by all workers.
class Effort {
 public:
  // Of so many bytes of debug information.
  explicit Effort(std::uint64_t size) : left_(size * 16 + (1 << 22)) {}

  // There is more of it, in another file.
  void grow(std::uint64_t size) { left_ += size * 16; }

  // Up to `wanted`; 0: there is nothing left.
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

// One worker's. It draws large pieces, so that workers seldom meet.
class EffortShare {
 public:
  explicit EffortShare(Effort& effort) : effort_(effort) {}

  // False where the limit is reached.
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
