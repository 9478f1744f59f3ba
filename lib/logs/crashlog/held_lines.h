// Lines that wait for what comes after them: a report's frames whose images are listed at its end. They
// are kept unchanged, up to a limit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ground/base/each_line.h"
#include "logs/crashlog/log_line.h"

namespace symkit::crashlog {

class HeldLines {
 public:
  static constexpr std::size_t most_bytes = 24 * 1024 * 1024;

  bool empty() const { return bytes_.empty(); }
  std::string_view bytes() const { return bytes_; }
  bool has_room_for(std::string_view line, const HeldLines& others) const {
    return size() + others.size() + line.size() <= most_bytes;
  }

  void add(const LogLine& line) {
    if (bytes_.empty()) first_number_ = line.number;
    if (!line.is_whole()) parts_.push_back({bytes_.size(), line.raw.size(), line});
    bytes_ += line.raw;
  }

  // Calls take(line) for each line, whose text is not set yet, and becomes empty.
  template <class Take>
  void release(Take take) {
    const std::string bytes = std::exchange(bytes_, {});
    const std::vector<Held> parts = std::exchange(parts_, {});
    std::uint64_t number = first_number_;
    std::size_t at = 0;
    const auto whole_lines = [&](std::size_t end) {
      each_line(std::string_view(bytes).substr(at, end - at),
                [&](std::string_view line) { take(LogLine{.raw = line, .number = number++}); });
    };
    for (const Held& part : parts) {
      whole_lines(part.begin);
      LogLine line = part.line;
      line.raw = std::string_view(bytes).substr(part.begin, part.size);
      at = part.begin + part.size;
      number = line.number + 1;
      take(line);
    }
    whole_lines(bytes.size());
  }

 private:
  struct Held {
    std::size_t begin;
    std::size_t size;
    LogLine line;  // its texts are not kept
  };

  // Counts the memory of parts as well as their bytes.
  std::size_t size() const { return bytes_.size() + parts_.size() * sizeof(Held); }

  std::string bytes_;
  std::vector<Held> parts_;
  std::uint64_t first_number_ = 0;
};

}  // namespace symkit::crashlog
