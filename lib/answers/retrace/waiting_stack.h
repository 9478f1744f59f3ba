// For several mappings: an exception, its message and frames without a map id wait for the first frame
// that names the mapping of their stack. They do not wait long, so that a live log continues.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace symkit::retrace {

class WaitingStack {
 public:
  struct Line {
    std::uint64_t number = 0;
    std::string text;
  };

  bool empty() const { return lines_.empty(); }
  bool has_frames() const { return has_frames_; }
  bool is_full() const { return lines_.size() >= most_lines || size_ >= most_bytes; }

  void add(std::string_view line, std::uint64_t number, bool is_frame);
  // How long the first line may still wait.
  std::chrono::milliseconds patience() const;
  // Removes and returns all lines, in order.
  std::vector<Line> take();

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t most_lines = 256;
  static constexpr std::size_t most_bytes = 64 * 1024;
  static constexpr std::chrono::milliseconds longest{500};

  std::vector<Line> lines_;
  std::size_t size_ = 0;
  bool has_frames_ = false;
  Clock::time_point until_;
};

}  // namespace symkit::retrace
