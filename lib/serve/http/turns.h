// Takes turns at reading large bodies from clients that send faster than the server reads: a few at a
// time, so that a hundred uploads finish one after the other instead of all at the end. Used only on the
// server's thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>

#include "serve/http/bell.h"

namespace symkit::http {

class Turns {
 public:
  explicit Turns(std::size_t at_a_time) : free_(at_a_time) {}

  // Waits until it is the caller's turn.
  Task<void> take(const boost::asio::any_io_executor& executor) {
    if (free_ != 0) {
      --free_;
      co_return;
    }
    const auto mine = std::make_shared<Waiting>(executor);
    waiting_.push_back(mine);
    while (!mine->is_come) co_await mine->bell.wait();
  }
  void give_back() {
    if (waiting_.empty()) {
      ++free_;
      return;
    }
    const auto next = waiting_.front();
    waiting_.pop_front();
    next->is_come = true;
    next->bell.ring();
  }

 private:
  struct Waiting {
    explicit Waiting(const boost::asio::any_io_executor& executor) : bell(executor) {}
    Bell bell;
    bool is_come = false;
  };

  std::size_t free_;
  std::deque<std::shared_ptr<Waiting>> waiting_;
};

// Gives the turn back at the latest when it is destroyed.
class Turn {
 public:
  explicit Turn(Turns& turns) : turns_(turns) {}
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() { give_back(); }

  // `seen`: bytes read so far. After some megabytes the turn passes to others.
  bool is_mine(std::uint64_t seen) const { return is_mine_ && seen < end_; }
  Task<void> take(const boost::asio::any_io_executor& executor, std::uint64_t seen) {
    give_back();
    co_await turns_.take(executor);
    is_mine_ = true;
    end_ = seen + longest;
  }
  void give_back() {
    if (std::exchange(is_mine_, false)) turns_.give_back();
  }

 private:
  static constexpr std::uint64_t longest = std::uint64_t{16} << 20;

  Turns& turns_;
  bool is_mine_ = false;
  std::uint64_t end_ = 0;
};

}  // namespace symkit::http
