// All orders at one price.
#pragma once
#include "price.hpp"
#include "ring.hpp"

namespace market {

struct Order {
  u32 id;
  u32 quantity;
  Price price;
};

class Level {
 public:
  FIXTURE_INLINE void open(Price price) { price_ = price; }
  FIXTURE_INLINE Price price() const { return price_; }
  FIXTURE_INLINE bool add(const Order& order) { return orders_.push(order); }
  FIXTURE_INLINE bool empty() const { return orders_.empty(); }

  FIXTURE_INLINE u32 take(u32 wanted) {
    u32 taken = 0;
    while (taken < wanted && !orders_.empty()) taken += take_first(wanted - taken);
    return taken;
  }

  FIXTURE_INLINE Price worth() {
    Price sum;
    orders_.each([&sum](const Order& order) { sum = sum.plus(order.price.times(order.quantity)); });
    return sum;
  }

 private:
  FIXTURE_INLINE u32 take_first(u32 wanted) {
    Order& order = orders_.front();
    u32 taken = order.quantity < wanted ? order.quantity : wanted;
    order.quantity -= taken;
    if (order.quantity == 0) orders_.pop();
    return taken;
  }

  Price price_;
  storage::Ring<Order, 16> orders_;
};

}  // namespace market
