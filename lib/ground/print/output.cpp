#include "ground/print/output.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <poll.h>
#include <unistd.h>

#include "ground/base/words.h"

namespace symkit::print {
namespace {

// 0, or the errno of what went wrong. Waits if the terminal is shared with a program that made it
// non-blocking.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count >= 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      pollfd wanted{.fd = descriptor, .events = POLLOUT, .revents = 0};
      ::poll(&wanted, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

}  // namespace

Output::Output(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}

Output::Output(Taker taker) : taker_(std::move(taker)) {}

// An output often ends because memory has: that what is left needs more must not end the program.
Output::~Output() {
  try {
    send();
  } catch (const std::bad_alloc&) {
    stopped_ = true;
  }
}

void Output::send() {
  send(buffer_);
  buffer_.clear();
}

void Output::send(std::string_view text) {
  if (stopped_ || text.empty()) return;
  const auto write = [&] { error_ = !taker_ ? write_all(descriptor_, text) : taker_(text) ? 0 : EPIPE; };
  around_ ? around_(write) : write();
  stopped_ = error_ != 0;
}

void Output::write_now(std::string_view text) {
  send();
  send(text);
}

Result<void> Output::flush() {
  send();
  if (error_ == 0 || error_ == EPIPE) return {};
  return fail(say(name_, ": cannot be written: ", std::strerror(error_)));
}

void ignore_broken_pipes() { std::signal(SIGPIPE, SIG_IGN); }

}  // namespace symkit::print
