// Whether something is seen for the first time: many units may use one line program, which is examined
// for the first of them.
#pragma once

#include <cstdint>
#include <mutex>
#include <unordered_set>

namespace symkit::debuginfo {

class FirstTime {
 public:
  bool operator()(std::uint64_t offset) {
    const std::scoped_lock lock(mutex_);
    return seen_.insert(offset).second;
  }

 private:
  std::mutex mutex_;
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace symkit::debuginfo
