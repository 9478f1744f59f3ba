// Base-class constructors and destructors (C1/C2, D0/D1/D2), and an unused listener for the linker to strip.
#include "book.hpp"

namespace market {

static u32 alive;

static FIXTURE_NOINLINE void check(u32 count) {
  if (count > 1000) raise_overflow(count);
}

Listener::Listener() {
  check(++alive);
}

Listener::~Listener() {
  --alive;
}

class __attribute__((visibility("hidden"))) SilentListener : public virtual Listener {
 public:
  SilentListener();
  void traded(Price, u32) override;
};

SilentListener::SilentListener() {
  check(alive);
}

void SilentListener::traded(Price, u32) {}

extern "C" FIXTURE_KEEP u32 market_listeners_alive() {
  return alive;
}

}  // namespace market
