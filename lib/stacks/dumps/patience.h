// How long something may last. On a busy machine that is longer: it is the processor's time that counts, and
// the clock's only in the end.
#pragma once

#include <chrono>
#include <ctime>

namespace symkit::dumps {

class Patience {
 public:
  Patience(std::chrono::milliseconds of_processor, std::chrono::milliseconds by_clock)
      : processor_until_(std::clock() + of_processor.count() * CLOCKS_PER_SEC / 1000),
        clock_until_(std::chrono::steady_clock::now() + by_clock) {}

  bool is_over() const {
    return std::clock() >= processor_until_ || std::chrono::steady_clock::now() >= clock_until_;
  }

 private:
  std::clock_t processor_until_;
  std::chrono::steady_clock::time_point clock_until_;
};

}  // namespace symkit::dumps
