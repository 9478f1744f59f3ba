// The desks at which logs are answered, as many as are needed at once. A desk remembers images that it found
// and those that it did not; both must not stay true for ever, so desks are renewed: at once when symbols
// were added here, else after a while, which is short where something was missing.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "serve/service/desk.h"

namespace symkit::service {

class Desks {
 public:
  explicit Desks(Sources sources);

  // A desk, for as long as this lives.
  class Seat {
   public:
    Seat(Seat&& other) noexcept = default;
    Seat& operator=(Seat&&) = delete;
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;
    ~Seat();
    Desk& operator*() { return *desk_; }
    Desk* operator->() { return desk_.get(); }
    // Something was not found: whoever asks next may be luckier.
    void missed() { desks_->note_miss(generation_); }

   private:
    friend class Desks;
    Seat(Desks& desks, std::unique_ptr<Desk> desk, std::uint64_t generation)
        : desks_(&desks), desk_(std::move(desk)), generation_(generation) {}

    Desks* desks_;
    std::unique_ptr<Desk> desk_;
    std::uint64_t generation_;
  };
  Seat take();

  // What is in the store is not what it was.
  void renew();
  // What nobody has used for a while is closed.
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
  mutable std::mutex lock_;                       // of what follows
  std::shared_ptr<const locate::Search> search_;  // null: nobody has asked yet, or for a while
  std::vector<std::unique_ptr<Desk>> free_;
  std::uint64_t generation_ = 0;
  Clock::time_point begun_;
  Clock::time_point used_;
  bool missed_ = false;
};

}  // namespace symkit::service
