#include "ground/io/byte_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ground/io/input.h"

namespace symkit::io {
namespace {

constexpr std::size_t peek_size = 4096;

// False: nothing came in that time, or a signal did. A negative time waits for ever.
bool wait_for(int descriptor, int milliseconds) {
  pollfd wanted{.fd = descriptor, .events = POLLIN, .revents = 0};
  return ::poll(&wanted, 1, milliseconds) > 0;
}

}  // namespace

ByteSource::~ByteSource() {
  if (owned_) ::close(descriptor_);
}

Result<std::size_t> ByteSource::read(std::span<char> buffer) {
  if (waiting_.empty()) return ended_ ? 0 : read_descriptor(buffer);
  const std::size_t count = std::min(buffer.size(), waiting_.size());
  std::memcpy(buffer.data(), waiting_.data(), count);
  waiting_.erase(0, count);
  return count;
}

bool ByteSource::ready(std::chrono::milliseconds patience) const {
  if (!waiting_.empty() || ended_ || in_memory_) return true;
  return feed_ ? feed_->ready(patience) : wait_for(descriptor_, static_cast<int>(patience.count()));
}

std::unique_ptr<ByteSource> ByteSource::again() const {
  if (in_memory_ || feed_) return nullptr;
  struct stat status{};
  if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return nullptr;
  const off_t here = place_.value_or(::lseek(descriptor_, 0, SEEK_CUR));
  const off_t begin = here - static_cast<off_t>(taken_);
  if (begin < 0) return nullptr;
  const int other = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  if (other < 0) return nullptr;
  auto source = std::make_unique<ByteSource>(other, true);
  source->place_ = begin;
  return source;
}

Result<std::string_view> ByteSource::peek_further() {
  const std::size_t before = waiting_.size();
  waiting_.resize(before + peek_size);
  const Result<std::size_t> count = read_descriptor(std::span(waiting_).subspan(before));
  waiting_.resize(before + count.value_or(0));
  if (!count) return fail(count.error());
  ended_ = *count == 0;
  return std::string_view(waiting_);
}

Result<std::size_t> ByteSource::read_descriptor(std::span<char> buffer) {
  if (in_memory_) {
    const std::size_t count = memory_.copy(buffer.data(), buffer.size());
    memory_.remove_prefix(count);
    taken_ += count;
    return count;
  }
  if (feed_) {
    const std::size_t count = feed_->read(buffer);
    taken_ += count;
    return count;
  }
  while (true) {
    const ssize_t count = place_ ? ::pread(descriptor_, buffer.data(), buffer.size(), *place_)
                                 : ::read(descriptor_, buffer.data(), buffer.size());
    if (count >= 0) {
      if (place_) *place_ += count;
      taken_ += static_cast<std::uint64_t>(count);
      return static_cast<std::size_t>(count);
    }
    // Another process may have made a shared terminal or pipe non-blocking.
    if (errno == EAGAIN) {
      wait_for(descriptor_, -1);
    } else if (errno != EINTR) {
      return fail(std::strerror(errno));
    }
  }
}

}  // namespace symkit::io
