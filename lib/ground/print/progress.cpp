#include "ground/print/progress.h"

#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace symkit::print {
namespace {

constexpr std::chrono::milliseconds redraw_after{100};
constexpr std::string_view erased_line = "\r\x1b[K";

bool wanted(ProgressMode mode, int descriptor) {
  if (mode != ProgressMode::Auto) return mode == ProgressMode::Always;
  const char* terminal = std::getenv("TERM");
  return ::isatty(descriptor) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

// Called at every drawing, because a window can change its size.
std::size_t columns_of(int descriptor) {
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

}  // namespace

Progress::Progress(ProgressMode mode, int descriptor)
    : descriptor_(descriptor), shown_(wanted(mode, descriptor)) {}

void Progress::begin(std::string_view name, std::uint64_t total, ProgressUnit unit,
                     std::chrono::milliseconds unseen) {
  if (!shown_) return;
  {
    const std::scoped_lock lock(drawing_);
    name_ = name;
    total_ = total;
    unit_ = unit;
    begun_ = Clock::now();
    done_ = 0;
    beyond_ = 0;
    has_bar_ = true;
    is_over_ = false;
    next_draw_ = (begun_ + unseen).time_since_epoch().count();
  }
  draw();
}

void Progress::expect(std::uint64_t total) {
  if (!shown_) return;
  const std::scoped_lock lock(drawing_);
  total_ = total;
  done_ = 0;
  beyond_ = 0;
}

void Progress::draw() {
  // If another thread is drawing, that is enough.
  const std::unique_lock lock(drawing_, std::try_to_lock);
  const Clock::time_point now = Clock::now();
  if (!lock || now.time_since_epoch().count() < next_draw_) return;
  has_bar_ = true;
  draw_all(now);
}

void Progress::draw_all(Clock::time_point now) {
  next_draw_ = (now + redraw_after).time_since_epoch().count();
  std::string text = take_off();
  std::vector<std::string> lines = besides_;
  if (has_bar_) {
    const std::chrono::duration<double> seconds = now - begun_;
    lines.push_back(progress_line({.name = name_,
                                   .done = done_,
                                   .total = total_,
                                   .beyond = beyond_,
                                   .seconds = seconds.count(),
                                   .unit = unit_},
                                  columns()));
  }
  if (text.empty() && !lines.empty()) text = erased_line;
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? "" : "\n") + lines[i];
  lines_on_screen_ = lines.size();
  send(text);
}

void Progress::show_besides(std::vector<std::string> lines) {
  if (!shown_) return;
  const std::scoped_lock lock(drawing_);
  const bool is_change = lines.empty() != besides_.empty();
  besides_ = std::move(lines);
  const Clock::time_point now = Clock::now();
  if (!is_over_ && (is_change || now.time_since_epoch().count() >= next_draw_)) draw_all(now);
}

// The last column stays free: a terminal may wrap after it.
std::size_t Progress::columns() const { return columns_of(descriptor_) - 1; }

// The cursor is after the last line.
std::string Progress::take_off() {
  const std::size_t lines = std::exchange(lines_on_screen_, 0);
  if (lines == 0) return {};
  if (lines == 1) return std::string(erased_line);
  return "\x1b[" + std::to_string(lines - 1) + "A\r\x1b[J";
}

void Progress::erase() {
  const std::scoped_lock lock(drawing_);
  has_bar_ = false;
  send(take_off());
}

void Progress::print_between(const std::function<void()>& print) {
  const std::scoped_lock lock(drawing_);
  has_bar_ = false;
  send(take_off());
  print();
}

void Progress::finish() {
  const std::scoped_lock lock(drawing_);
  next_draw_ = Clock::time_point::max().time_since_epoch().count();
  is_over_ = true;
  has_bar_ = false;
  send(take_off());
}

// An error while writing a progress line is ignored.
void Progress::send(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor_, text.data(), text.size());
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace symkit::print
