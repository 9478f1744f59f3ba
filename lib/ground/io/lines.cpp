#include "ground/io/lines.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace symkit::io {
namespace {

constexpr std::size_t first_capacity = 128 * 1024;
constexpr std::size_t least_read = 32 * 1024;

}  // namespace

Result<std::optional<Line>> Lines::next() {
  while (line_end_ == 0) {
    if (end_ - begin_ >= longest_) return take(longest_, false);
    if (fill()) {
      find_line_end();
    } else if (begin_ != end_) {
      return take(end_ - begin_, true);
    } else if (error_) {
      return fail(*std::exchange(error_, std::nullopt));
    } else {
      return std::nullopt;
    }
  }
  // A line's last bytes may bring it over the limit; then it is returned in pieces, too.
  const std::size_t size = line_end_ - begin_;
  return size > longest_ ? take(longest_, false) : take(size, true);
}

bool Lines::ready(std::chrono::milliseconds patience) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + patience;
  while (line_end_ == 0 && end_ - begin_ < longest_ && !error_) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    if (!input_.ready(std::max(left, std::chrono::milliseconds(0)))) return false;
    if (!fill()) break;
    find_line_end();
  }
  return true;
}

bool Lines::more() {
  if (error_ || !input_.ready(std::chrono::milliseconds(0)) || !fill()) return false;
  if (line_end_ == 0) find_line_end();
  return true;
}

std::string_view Lines::whole_line() const {
  if (line_end_ == 0 || within_line_ || line_end_ - begin_ > longest_) return {};
  return {buffer_.get() + begin_, line_end_ - begin_};
}

std::string_view Lines::whole_lines(std::size_t most) {
  const std::size_t first = line_end_ - begin_;
  if (line_end_ == 0 || within_line_ || first > longest_) return {};
  const std::string_view window(buffer_.get() + begin_, std::min(most, end_ - begin_));
  const std::size_t last = window.rfind('\n');
  return take(last == std::string_view::npos ? first : last + 1, true).text;
}

Line Lines::take(std::size_t size, bool ends) {
  const Line line{{buffer_.get() + begin_, size}, !within_line_, ends};
  begin_ += size;
  within_line_ = !ends;
  if (line_end_ <= begin_) {
    searched_ = std::max(searched_, begin_);
    find_line_end();
  }
  return line;
}

void Lines::find_line_end() {
  line_end_ = 0;
  if (searched_ == end_) return;
  const char* from = buffer_.get() + searched_;
  const auto* found = static_cast<const char*>(std::memchr(from, '\n', end_ - searched_));
  searched_ = found == nullptr ? end_ : static_cast<std::size_t>(found - buffer_.get()) + 1;
  if (found != nullptr) line_end_ = searched_;
}

// False at the end. An error is an end, too: it is reported once, after everything that came before it.
bool Lines::fill() {
  make_room();
  const Result<std::size_t> count = input_.read({buffer_.get() + end_, capacity_ - end_});
  if (!count) error_ = count.error();
  end_ += count.value_or(0);
  return count.value_or(0) > 0;
}

// Moves the unread bytes to the front; if that is not enough, doubles the buffer.
void Lines::make_room() {
  if (capacity_ - end_ >= least_read) return;
  const std::size_t left = end_ - begin_;
  if (capacity_ - left >= std::max(least_read, capacity_ / 2)) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, left);
  } else {
    const std::size_t larger = std::max(first_capacity, capacity_ * 2);
    auto moved = std::make_unique_for_overwrite<char[]>(larger);
    if (left > 0) std::memcpy(moved.get(), buffer_.get() + begin_, left);
    buffer_ = std::move(moved);
    capacity_ = larger;
  }
  searched_ -= begin_;
  if (line_end_ != 0) line_end_ -= begin_;
  begin_ = 0;
  end_ = left;
}

}  // namespace symkit::io
