// A trading session: exceptions, an anonymous namespace, lambdas, virtual calls, recursion.
#include "book.hpp"

namespace market {

namespace {

u64 trades_seen;

class Tape final : public Listener {
 public:
  Tape() { trades_seen = 0; }
  ~Tape() override { trades_seen += count_; }
  void traded(Price price, u32 quantity) override {
    volume_ = volume_.plus(price.times(quantity));
    count_++;
  }
  Price volume() const { return volume_; }

 private:
  Price volume_;
  u64 count_ = 0;
};

FIXTURE_NOINLINE u32 settle(u32 amount, u32 rounds) {
  if (rounds == 0 || amount < 2) return amount;
  return settle(amount / 2, rounds - 1) + settle(amount - amount / 2, rounds - 1);
}

template <typename Attempt>
FIXTURE_INLINE i64 guarded(Attempt&& attempt) {
  try {
    return attempt();
  } catch (const Overflow& overflow) {
    return -overflow.value();
  }
}

}  // namespace

void raise_overflow(i64 value) {
  throw Overflow(value);
}

extern "C" FIXTURE_KEEP i64 market_run_session(Book<Side::sell>& asks, const Order* orders, usize count) {
  Tape tape;
  return guarded([&] {
    for (usize i = 0; i < count; ++i) {
      u32 done = asks.match(orders[i], tape);
      if (done < orders[i].quantity && !asks.place(orders[i])) raise_overflow(orders[i].id);
    }
    return tape.volume().plus(Price(settle(static_cast<u32>(count), 6))).ticks();
  });
}

FIXTURE_KEEP u32 settlement_preview(u32 amount) {
  auto rounds = [](u32 value) FIXTURE_NOINLINE { return value > 100 ? 8u : 3u; };
  return settle(amount, rounds(amount));
}

}  // namespace market
