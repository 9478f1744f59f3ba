// A line on the terminal that shows how far the work is: "libfoo.so.debug  [=====>    ]  52%  310 MB/s".
// Reporting bytes costs a worker one addition; a worker that finds that a tenth of a second has passed
// redraws the line. Lines above it may show what else is going on.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace symkit::print {

// What is counted.
enum class ProgressUnit : std::uint8_t { Bytes, Files };

enum class ProgressMode : std::uint8_t { Auto, Always, Never };

struct ProgressState {
  std::string_view name;
  std::uint64_t done = 0;
  std::uint64_t total = 0;   // 0: not known; the amount done is shown instead of a bar
  std::uint64_t beyond = 0;  // done as well, but not part of the total: it counts only for the rate
  double seconds = 0;
  ProgressUnit unit = ProgressUnit::Bytes;
};

// The line for a terminal with this many columns: never wider; a name too long is cut in the middle.
std::string progress_line(const ProgressState& state, std::size_t columns);

// A name in at most this many columns, one per character: "a_very_lo…ng.debug".
std::string shortened(std::string_view name, std::size_t columns);

class Progress {
 public:
  // Auto: shown if the descriptor is a terminal that can move back on its line.
  explicit Progress(ProgressMode mode, int descriptor = 2);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { finish(); }

  bool shown() const { return shown_; }

  // Begins a new piece of work: a file and the size of its debug information in bytes, or a folder and
  // its number of files. Drawn at once, or when it has taken longer than `unseen`. Not while workers
  // advance.
  void begin(std::string_view name, std::uint64_t total, ProgressUnit unit = ProgressUnit::Bytes,
             std::chrono::milliseconds unseen = {});
  // Sets the total, which is known only now; the work begins now. Not while workers advance.
  void expect(std::uint64_t total);

  // From any thread. `beyond`: what the total does not include.
  void advance(std::uint64_t count, std::uint64_t beyond = 0) {
    if (!shown_) return;
    done_.fetch_add(count, std::memory_order_relaxed);
    beyond_.fetch_add(beyond, std::memory_order_relaxed);
    if (Clock::now().time_since_epoch().count() >= next_draw_.load(std::memory_order_relaxed)) draw();
  }

  // Sets the lines above. From any thread. Empty: nothing else is going on.
  void show_besides(std::vector<std::string> lines);
  // How many fit on a line: the last column stays free, as a terminal may wrap after it.
  std::size_t columns() const;

  // Removes the line from the terminal, before something else is printed. begin() or advance() brings it
  // back.
  void erase();
  // Prints something else on the terminal with all lines removed. They come back when they are next
  // drawn.
  void print_between(const std::function<void()>& print);

  // Removes all lines for good.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  void draw();
  void draw_all(Clock::time_point now);
  std::string take_off();
  void send(std::string_view text);

  int descriptor_;
  bool shown_;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<std::uint64_t> beyond_ = 0;
  std::atomic<Clock::rep> next_draw_ = 0;
  std::mutex drawing_;  // guards what follows
  std::string name_;
  std::uint64_t total_ = 0;
  ProgressUnit unit_ = ProgressUnit::Bytes;
  Clock::time_point begun_;
  bool has_bar_ = false;
  bool is_over_ = false;
  std::vector<std::string> besides_;
  std::size_t lines_on_screen_ = 0;
};

}  // namespace symkit::print
