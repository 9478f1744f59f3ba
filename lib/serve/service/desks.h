// The desks that symbolicate logs, as many as are needed at once. A desk remembers which images it found
// and which it did not; neither may stay valid for ever, so desks are renewed: at once when symbols were
// added here, otherwise after a while, which is short if something was missing.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "serve/service/desk.h"

namespace symkit::service {

class Metrics;

class Desks {
 public:
  explicit Desks(Sources sources);

  // Occupies a desk while it lives.
  class Seat {
   public:
    Seat(Seat&& other) noexcept = default;
    Seat& operator=(Seat&&) = delete;
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;
    ~Seat();
    Desk& operator*() { return *desk_; }
    Desk* operator->() { return desk_.get(); }
    // After a request: its frames count, and if some were not found, later requests search again soon.
    void count(const LogCounts& counts, Metrics& metrics);

   private:
    friend class Desks;
    Seat(Desks& desks, std::unique_ptr<Desk> desk, std::uint64_t generation)
        : desks_(&desks), desk_(std::move(desk)), generation_(generation) {}

    Desks* desks_;
    std::unique_ptr<Desk> desk_;
    std::uint64_t generation_;
  };
  Seat take();

  // The content of the store has changed.
  void renew();
  // Closes what has not been used for a while.
  void let_go_if_idle();

  const Sources& sources() const { return sources_; }
  store::Shelf& store() const { return *store_; }

 private:
  using Clock = std::chrono::steady_clock;
  void put_back(std::unique_ptr<Desk> desk, std::uint64_t generation);
  void note_miss(std::uint64_t generation);
  bool are_old() const;
  void begin(std::shared_ptr<const locate::Search> search);

  const Sources sources_;
  std::unique_ptr<store::Shelf> store_;
  mutable std::mutex lock_;                       // guards the members below
  std::shared_ptr<const locate::Search> search_;  // null: no request yet, or none for a while
  std::vector<std::unique_ptr<Desk>> free_;
  std::uint64_t generation_ = 0;
  Clock::time_point begun_;
  Clock::time_point used_;
  bool missed_ = false;
};

}  // namespace symkit::service
