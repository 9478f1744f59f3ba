// A line on the terminal that says how far the work is: "libfoo.so.debug  [=====>    ]  52%  310 MB/s".
// Reporting bytes costs a worker an addition; one that finds a tenth of a second gone by redraws the line.
// Above it may stand lines about what goes on besides.
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
  std::uint64_t total = 0;   // 0: not known; what is done is shown instead of a bar
  std::uint64_t beyond = 0;  // done, too, but not in the total: only the rate shows it
  double seconds = 0;
  ProgressUnit unit = ProgressUnit::Bytes;
};

// The line for a terminal of so many columns: never wider, and the name cut in the middle to fit.
std::string progress_line(const ProgressState& state, std::size_t columns);

// A name in at most so many columns, a character each: "a_very_lo…ng.debug".
std::string shortened(std::string_view name, std::size_t columns);

class Progress {
 public:
  // Auto: where the descriptor is a terminal, and one that can go back on its line.
  explicit Progress(ProgressMode mode, int descriptor = 2);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { finish(); }

  bool shown() const { return shown_; }

  // A new piece of work: a file and how many bytes of debug information it has, or a folder and how many
  // files. Drawn at once, or where it takes longer than `unseen`. Not while workers advance.
  void begin(std::string_view name, std::uint64_t total, ProgressUnit unit = ProgressUnit::Bytes,
             std::chrono::milliseconds unseen = {});
  // What there is to do is known only now, and begins now. Not while workers advance.
  void expect(std::uint64_t total);

  // From any thread. `beyond`: what the total does not count.
  void advance(std::uint64_t count, std::uint64_t beyond = 0) {
    if (!shown_) return;
    done_.fetch_add(count, std::memory_order_relaxed);
    beyond_.fetch_add(beyond, std::memory_order_relaxed);
    if (Clock::now().time_since_epoch().count() >= next_draw_.load(std::memory_order_relaxed)) draw();
  }

  // From any thread. None: nothing goes on besides.
  void show_besides(std::vector<std::string> lines);
  // That fit on a line: the last column stays free, as a terminal may wrap after it.
  std::size_t columns() const;

  // Takes the line off the terminal, before something else is printed. begin() or advance() bring it back.
  void erase();
  // Prints something else on the terminal, with all lines out of the way. They come back when they are
  // drawn next.
  void print_between(const std::function<void()>& print);

  // Takes all off for good.
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
