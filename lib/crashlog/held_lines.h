// Lines that wait for what comes after them: a report's frames, whose images are listed at its end. They are
// kept as they came, within a bound.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/each_line.h"

namespace symkit::crashlog {

class HeldLines {
 public:
  static constexpr std::size_t most_bytes = 24 * 1024 * 1024;

  bool empty() const { return bytes_.empty(); }
  std::string_view bytes() const { return bytes_; }
  bool has_room_for(std::string_view line, const HeldLines& others) const {
    return bytes_.size() + others.bytes_.size() + line.size() <= most_bytes;
  }

  // `number` is the line's in the log.
  void add(std::string_view line, std::uint64_t number) {
    if (bytes_.empty()) first_number_ = number;
    bytes_ += line;
  }

  // Calls take(line, number) for each and holds nothing any more.
  template <class Take>
  void release(Take take) {
    const std::string bytes = std::move(bytes_);
    bytes_.clear();
    std::uint64_t number = first_number_;
    each_line(bytes, [&](std::string_view line) { take(line, number++); });
  }

 private:
  std::string bytes_;
  std::uint64_t first_number_ = 0;
};

}  // namespace symkit::crashlog
