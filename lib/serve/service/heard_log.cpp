#include "serve/service/heard_log.h"

#include <algorithm>

namespace symkit::service {

HeardLog::HeardLog(const std::string& folder)
    : spool_(folder, [this] {
        // A thread that is about to wait has checked before, or will check.
        {
          const std::lock_guard lock(lock_);
        }
        changed_.notify_all();
      }) {}

bool HeardLog::say(std::string_view bytes) {
  {
    const std::lock_guard lock(lock_);
    if (said_ - read_ + bytes.size() > most_behind) return false;
    said_ += bytes.size();
  }
  return spool_.write(bytes);
}

bool HeardLog::has_something() const {
  const http::Spool::State state = spool_.state();
  return taken_read_ < taken_.size() || state.has_text || state.has_ended;
}

std::size_t HeardLog::read(std::span<char> buffer) {
  constexpr std::size_t piece = 64 * 1024;
  if (taken_read_ == taken_.size()) {
    {
      std::unique_lock lock(lock_);
      changed_.wait(lock, [this] { return has_something(); });
    }
    taken_ = spool_.take(piece);
    taken_read_ = 0;
  }
  const std::size_t count = taken_.copy(buffer.data(), buffer.size(), taken_read_);
  taken_read_ += count;
  const std::lock_guard lock(lock_);
  read_ += count;
  return count;
}

bool HeardLog::ready(std::chrono::milliseconds patience) {
  std::unique_lock lock(lock_);
  return changed_.wait_for(lock, patience, [this] { return has_something(); });
}

}  // namespace symkit::service
