#include "serve/http/spool.h"

#include <algorithm>
#include <fcntl.h>
#include <new>
#include <stdlib.h>
#include <unistd.h>
#include <utility>

namespace symkit::http {

int nameless_file(const std::string& folder) {
  if (const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); file >= 0) return file;
  std::string name = folder + "/symserve-XXXXXX";
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file >= 0) ::unlink(name.c_str());
  return file;
}

Spool::Spool(std::string folder, std::function<void()> changed)
    : folder_(std::move(folder)), changed_(std::move(changed)) {}

Spool::~Spool() {
  if (file_ >= 0) ::close(file_);
}

bool Spool::write(std::string_view text) noexcept {
  try {
    if (!keep(text)) return false;
    changed_();
    return true;
  } catch (const std::bad_alloc&) {
    lack_memory();
    return false;
  }
}

void Spool::lack_memory() noexcept {
  const std::lock_guard lock(lock_);
  lacks_memory_ = true;
}

bool Spool::keep(std::string_view text) {
  std::unique_lock lock(lock_);
  const auto fits = [&] {
    return file_size_ == 0 && memory_.size() - taken_ + text.size() <= most_in_memory;
  };
  if (!abandoned_ && !fits() && !write_file(text)) {
    room_.wait(lock, [&] { return abandoned_ || !has_text(); });
    append(text);
  } else if (!abandoned_ && file_size_ == 0) {
    append(text);
  }
  return !abandoned_;
}

// Text that was taken is removed even if some is left: the reader may never quite catch up.
void Spool::append(std::string_view text) {
  if (taken_ >= most_in_memory) {
    memory_.erase(0, taken_);
    taken_ = 0;
  }
  memory_ += text;
}

// The file continues the text in memory.
bool Spool::write_file(std::string_view text) {
  if (file_ < 0) file_ = nameless_file(folder_);
  if (file_ < 0) return false;
  std::uint64_t at = file_size_;
  while (!text.empty()) {
    const ssize_t count = ::pwrite(file_, text.data(), text.size(), static_cast<off_t>(at));
    if (count <= 0) return false;
    at += static_cast<std::uint64_t>(count);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  file_size_ = at;
  return true;
}

void Spool::end(std::optional<std::string> failure, unsigned status) {
  {
    const std::lock_guard lock(lock_);
    ended_ = true;
    if (!failure_ && failure) {
      failure_ = std::move(failure);
      status_ = status;
    }
  }
  changed_();
}

std::string Spool::take(std::size_t most) {
  const std::lock_guard lock(lock_);
  std::string text;
  if (taken_ < memory_.size()) {
    text = taken_ == 0 && memory_.size() <= most ? std::move(memory_) : memory_.substr(taken_, most);
    taken_ += text.size();
    if (taken_ >= memory_.size()) {
      memory_.clear();
      taken_ = 0;
    }
  } else if (file_taken_ < file_size_) {
    text.resize(static_cast<std::size_t>(std::min<std::uint64_t>(most, file_size_ - file_taken_)));
    const ssize_t count = ::pread(file_, text.data(), text.size(), static_cast<off_t>(file_taken_));
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count <= 0) failure_ = "the spooled answer cannot be read back";
    if (count <= 0) status_ = 503;
    file_taken_ = count <= 0 ? file_size_ : file_taken_ + text.size();
    if (file_taken_ == file_size_ && ::ftruncate(file_, 0) == 0) file_taken_ = file_size_ = 0;
  }
  if (!has_text()) room_.notify_all();
  return text;
}

Spool::State Spool::state() const {
  const std::lock_guard lock(lock_);
  if (lacks_memory_) return {has_text(), ended_, std::string(no_memory), 503};
  return {has_text(), ended_, failure_, status_};
}

void Spool::abandon() {
  const std::lock_guard lock(lock_);
  abandoned_ = true;
  room_.notify_all();
}

}  // namespace symkit::http
