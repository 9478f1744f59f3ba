// Fixed-point prices: the innermost layer of the order book.
#pragma once
#include "../integers.h"

namespace market {

class Overflow {
 public:
  explicit Overflow(i64 value) : value_(value) {}
  i64 value() const { return value_; }

 private:
  i64 value_;
};

[[noreturn]] void raise_overflow(i64 value);

class Price {
 public:
  static constexpr i64 limit = 1'000'000'000;

  constexpr Price() = default;
  constexpr explicit Price(i64 ticks) : ticks_(ticks) {}

  constexpr i64 ticks() const { return ticks_; }
  FIXTURE_INLINE Price plus(Price other) const { return checked(ticks_ + other.ticks_); }
  FIXTURE_INLINE Price times(u32 count) const { return checked(ticks_ * static_cast<i64>(count)); }
  friend constexpr bool operator<(Price a, Price b) { return a.ticks_ < b.ticks_; }
  friend constexpr bool operator==(Price a, Price b) { return a.ticks_ == b.ticks_; }

 private:
  static FIXTURE_INLINE Price checked(i64 ticks) {
    if (ticks > limit || ticks < -limit) raise_overflow(ticks);
    return Price(ticks);
  }

  i64 ticks_ = 0;
};

}  // namespace market
