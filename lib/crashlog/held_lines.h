// Lines that wait for what comes after them: a report's frames, whose images are listed at its end. They are
// kept as they came, within a bound.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

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
    for (std::size_t at = 0; at < bytes.size(); ++number) {
      const std::size_t end = bytes.find('\n', at);
      const std::size_t next = end == std::string::npos ? bytes.size() : end + 1;
      take(std::string_view(bytes).substr(at, next - at), number);
      at = next;
    }
  }

 private:
  std::string bytes_;
  std::uint64_t first_number_ = 0;
};

}  // namespace symkit::crashlog
