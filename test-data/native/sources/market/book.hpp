// The order book: levels by price, and who hears of trades.
#pragma once
#include "level.hpp"

namespace market {

class Listener {
 public:
  Listener();
  virtual ~Listener();
  virtual void traded(Price price, u32 quantity) = 0;
};

enum class Side { buy, sell };

template <Side side>
class Book {
 public:
  static constexpr usize depth = 8;

  u32 match(const Order& incoming, Listener& listener);
  bool place(const Order& order);
  Price worth();

 private:
  static bool crosses(Price resting, Price incoming) {
    return side == Side::sell ? !(incoming < resting) : !(resting < incoming);
  }

  Level levels_[depth];
  usize used_ = 0;
};

}  // namespace market
