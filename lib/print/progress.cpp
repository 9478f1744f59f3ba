#include "print/progress.h"

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

// Asked at every drawing, for a window can change its size.
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
  // Another thread is drawing: that will do.
  const std::unique_lock lock(drawing_, std::try_to_lock);
  const Clock::time_point now = Clock::now();
  if (!lock || now.time_since_epoch().count() < next_draw_) return;
  next_draw_ = (now + redraw_after).time_since_epoch().count();
  const std::chrono::duration<double> seconds = now - begun_;
  const ProgressState state{.name = name_,
                            .done = done_,
                            .total = total_,
                            .beyond = beyond_,
                            .seconds = seconds.count(),
                            .unit = unit_};
  // The last column stays free: a terminal may wrap after it.
  send(std::string(erased_line) + progress_line(state, columns_of(descriptor_) - 1));
  on_screen_ = true;
}

void Progress::erase() {
  const std::scoped_lock lock(drawing_);
  if (std::exchange(on_screen_, false)) send(erased_line);
}

void Progress::finish() {
  const std::scoped_lock lock(drawing_);
  next_draw_ = Clock::time_point::max().time_since_epoch().count();
  if (std::exchange(on_screen_, false)) send(erased_line);
}

// A progress line that cannot be written is not missed.
void Progress::send(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor_, text.data(), text.size());
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace symkit::print
