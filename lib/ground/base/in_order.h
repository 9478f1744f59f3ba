// Accepts parts from several threads and passes them on in order. A thread that finishes early continues
// with other work, up to a limit, so that memory stays bounded.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace symkit {

template <typename Part>
class InOrder {
 public:
  // Called with the parts, or pieces of them, in order and from one thread at a time. It empties them.
  using Take = std::function<void(std::uint64_t number, Part& part)>;
  // Up to `waiting` parts are kept until those before them are finished.
  InOrder(std::size_t waiting, Take take) : waiting_(waiting), take_(std::move(take)) {}

  // A complete part, or its end. Parts are numbered from 0, and each number is used once. The returned
  // part is empty and has memory for the next part.
  Part finish(std::uint64_t number, Part part) {
    Locked locked(lock_);
    changed_.wait(locked, [&] { return number - next_ <= waiting_; });
    finished_.emplace(number, std::move(part));
    // The thread that brings the next part passes it on, along with the finished parts that follow it.
    while (!giving_ && !finished_.empty() && finished_.begin()->first == next_) {
      Part first = std::move(finished_.extract(finished_.begin()).mapped());
      give(first, locked);
      ++next_;
      spare_.push_back(std::move(first));
      changed_.notify_all();
    }
    if (spare_.empty()) return {};
    Part memory = std::move(spare_.back());
    spare_.pop_back();
    return memory;
  }

  // As finish(), for the last part that is wanted: later parts are dropped, finished or not.
  void finish_last(std::uint64_t number, Part part) {
    {
      const Locked locked(lock_);
      last_ = std::min(last_.load(), number);
      stopped_ = true;
    }
    finish(number, std::move(part));
  }

  // Passes on the beginning of an unfinished part, after waiting until all parts before it are passed on.
  // `part` is empty afterwards. Until the part is finished nothing else is passed on. False: it is
  // dropped.
  bool begin(std::uint64_t number, Part& part) {
    Locked locked(lock_);
    changed_.wait(locked, [&] { return number == next_ && !giving_; });
    return give(part, locked);
  }

  // False: the part will be dropped.
  bool wants(std::uint64_t number) const { return number <= last_; }
  // Whether no further parts are wanted.
  bool stopped() const { return stopped_; }
  void stop() { stopped_ = true; }

 private:
  using Locked = std::unique_lock<std::mutex>;

  bool give(Part& part, Locked& locked) {
    giving_ = true;
    const std::uint64_t number = next_;
    const bool is_wanted = wants(number);
    locked.unlock();
    if (is_wanted)
      take_(number, part);
    else
      part = Part();
    locked.lock();
    giving_ = false;
    return is_wanted;
  }

  std::size_t waiting_;
  Take take_;
  std::atomic<bool> stopped_ = false;
  std::atomic<std::uint64_t> last_ = UINT64_MAX;
  std::mutex lock_;  // guards what follows
  std::condition_variable changed_;
  std::uint64_t next_ = 0;
  bool giving_ = false;
  std::map<std::uint64_t, Part> finished_;
  std::vector<Part> spare_;
};

}  // namespace symkit
