// Waiting with a deadline. A signal does not extend the wait.
#pragma once

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <poll.h>
#include <span>

namespace symkit::redis {

class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Deadline(Clock::duration patience) : at_(Clock::now() + patience) {}

  Clock::duration left() const { return std::max(at_ - Clock::now(), Clock::duration::zero()); }
  bool is_over() const { return Clock::now() >= at_; }
  Deadline or_sooner(std::chrono::milliseconds patience) const {
    Deadline other(patience);
    other.at_ = std::min(other.at_, at_);
    return other;
  }

 private:
  Clock::time_point at_;
};

// False: none of the events happened in time.
inline bool wait_for(std::span<pollfd> what, const Deadline& deadline) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline.left());
    const int ready = ::poll(what.data(), what.size(), static_cast<int>(left.count()));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
    if (deadline.is_over()) return false;
  }
}

}  // namespace symkit::redis
