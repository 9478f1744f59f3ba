// Sums of money, small enough that all of it is inlined.
#pragma once

namespace ledger {

class Amount {
 public:
  explicit Amount(long long cents) : cents_(cents) {}
  __forceinline Amount plus(Amount other) const {
    long long sum = cents_ + other.cents_;
    if (sum < cents_) sum = limit();
    return Amount(sum);
  }
  template <class Rate>
  __forceinline Amount taxed(Rate rate) const {
    return Amount(cents_ + rate.of(cents_));
  }
  long long cents() const { return cents_; }

 private:
  static __forceinline long long limit() {
    return 0x7fffffffffffffff;
  }
  long long cents_;
};

template <int percent>
struct Fixed {
  __forceinline long long of(long long cents) const {
    return cents * percent /
           100;
  }
};

}  // namespace ledger
