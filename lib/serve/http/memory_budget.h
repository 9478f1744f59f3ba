// The memory that the bodies and answers of all connections may use together. What does not fit goes into
// files.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

namespace symkit::http {

class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t most = std::size_t{128} << 20) : most_(most) {}

  // A share of the budget, returned when this is destroyed.
  class Share {
   public:
    Share() = default;
    explicit Share(std::shared_ptr<MemoryBudget> budget) : budget_(std::move(budget)) {}
    Share(Share&& other) noexcept { swap(other); }
    Share& operator=(Share&& other) noexcept {
      swap(other);
      return *this;
    }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;
    ~Share() { static_cast<void>(hold(0)); }

    // Sets the size of the share to this many bytes. Returns false, and changes nothing, if the budget
    // does not allow it.
    bool hold(std::size_t bytes) {
      if (budget_ && !budget_->change(held_, bytes)) return false;
      held_ = bytes;
      return true;
    }

   private:
    void swap(Share& other) noexcept {
      budget_.swap(other.budget_);
      std::swap(held_, other.held_);
    }

    std::shared_ptr<MemoryBudget> budget_;
    std::size_t held_ = 0;
  };

 private:
  bool change(std::size_t from, std::size_t to) {
    if (to <= from) {
      held_ -= from - to;
      return true;
    }
    if (held_.fetch_add(to - from) + (to - from) <= most_) return true;
    held_ -= to - from;
    return false;
  }

  std::size_t most_;
  std::atomic<std::size_t> held_ = 0;
};

}  // namespace symkit::http
