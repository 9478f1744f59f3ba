#include "serve/rpc/chunk_queue.h"

#include <algorithm>
#include <utility>

namespace symkit::rpc {

bool ChunkQueue::put(std::string chunk) {
  const std::lock_guard lock(lock_);
  if (taken_ == text_.size()) {
    text_ = std::move(chunk);
    taken_ = 0;
  } else {
    text_ += chunk;
  }
  changed_.notify_one();
  is_full_ = text_.size() - taken_ >= enough;
  return !is_full_;
}

void ChunkQueue::end() {
  const std::lock_guard lock(lock_);
  has_ended_ = true;
  changed_.notify_one();
}

std::size_t ChunkQueue::read(std::span<char> buffer) {
  std::size_t count = 0;
  bool wants_more = false;
  {
    std::unique_lock lock(lock_);
    changed_.wait(lock, [this] { return has_ended_ || taken_ < text_.size(); });
    count = text_.copy(buffer.data(), buffer.size(), taken_);
    taken_ += count;
    wants_more = is_full_ && !has_ended_ && text_.size() - taken_ < enough;
    if (wants_more) is_full_ = false;
    if (taken_ >= enough) {
      text_.erase(0, taken_);
      taken_ = 0;
    }
  }
  if (wants_more) has_room_();
  return count;
}

bool ChunkQueue::ready(std::chrono::milliseconds patience) {
  std::unique_lock lock(lock_);
  return changed_.wait_for(lock, patience, [this] { return has_ended_ || taken_ < text_.size(); });
}

}  // namespace symkit::rpc
