#include "serve/service/desks.h"

#include <exception>
#include <new>
#include <utility>

#include "serve/service/metrics.h"

namespace symkit::service {
namespace {

// How long a found image is assumed to be the best one, and a missing image to be missing.
constexpr std::chrono::seconds found_holds{60};
constexpr std::chrono::seconds missing_holds{2};

}  // namespace

Desks::Desks(Sources sources)
    : sources_(std::move(sources)),
      store_(store::open_shelf(sources_.places.stores, sources_.places.opening)) {}

// A desk that ran out of memory in the middle of a log is not used again.
Desks::Seat::~Seat() {
  if (!desk_ || std::uncaught_exceptions() != 0) return;
  try {
    desks_->put_back(std::move(desk_), generation_);
  } catch (const std::bad_alloc&) {
    desk_.reset();
  }
}

void Desks::Seat::count(const LogCounts& counts, Metrics& metrics) {
  metrics.count(counts);
  if (counts.resolved < counts.frames) desks_->note_miss(generation_);
}

bool Desks::are_old() const {
  const std::lock_guard lock(lock_);
  const auto age = Clock::now() - begun_;
  return !search_ || age > found_holds || (missed_ && age > missing_holds);
}

Desks::Seat Desks::take() {
  if (are_old()) begin(std::make_shared<const locate::Search>(sources_.places));
  std::shared_ptr<const locate::Search> search;
  std::uint64_t generation = 0;
  {
    const std::lock_guard lock(lock_);
    used_ = Clock::now();
    generation = generation_;
    if (!free_.empty()) {
      auto desk = std::move(free_.back());
      free_.pop_back();
      return {*this, std::move(desk), generation};
    }
    search = search_;
  }
  // The stores have changed just now.
  if (!search) search = std::make_shared<const locate::Search>(sources_.places);
  return {*this, std::make_unique<Desk>(sources_, std::move(search)), generation};
}

void Desks::renew() { begin(nullptr); }

void Desks::let_go_if_idle() {
  {
    const std::lock_guard lock(lock_);
    if (!search_ || Clock::now() - used_ < found_holds) return;
  }
  begin(nullptr);
}

// The old desks and search are closed after the lock is released, so that no request waits for that.
void Desks::begin(std::shared_ptr<const locate::Search> search) {
  std::vector<std::unique_ptr<Desk>> old;
  const std::lock_guard lock(lock_);
  old.swap(free_);
  search_.swap(search);
  ++generation_;
  begun_ = Clock::now();
  missed_ = false;
}

void Desks::put_back(std::unique_ptr<Desk> desk, std::uint64_t generation) {
  const std::lock_guard lock(lock_);
  if (generation == generation_) free_.push_back(std::move(desk));
}

void Desks::note_miss(std::uint64_t generation) {
  const std::lock_guard lock(lock_);
  if (generation == generation_) missed_ = true;
}

}  // namespace symkit::service
