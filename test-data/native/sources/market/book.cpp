// Matching: inlined four and five layers deep at -O2.
#include "book.hpp"

namespace market {

template <Side side>
u32 Book<side>::match(const Order& incoming, Listener& listener) {
  u32 open = incoming.quantity;
  for (usize i = 0; i < used_ && open != 0; ++i) {
    Level& level = levels_[i];
    if (!crosses(level.price(), incoming.price)) continue;
    if (u32 taken = level.take(open)) {
      open -= taken;
      listener.traded(level.price(), taken);
    }
  }
  return incoming.quantity - open;
}

template <Side side>
bool Book<side>::place(const Order& order) {
  for (usize i = 0; i < used_; ++i)
    if (levels_[i].price() == order.price) return levels_[i].add(order);
  if (used_ == depth) return false;
  levels_[used_].open(order.price);
  return levels_[used_++].add(order);
}

template <Side side>
Price Book<side>::worth() {
  Price sum;
  for (usize i = 0; i < used_; ++i) sum = sum.plus(levels_[i].worth());
  return sum;
}

template class Book<Side::buy>;
template class Book<Side::sell>;

}  // namespace market
