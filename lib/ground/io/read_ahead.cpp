#include "ground/io/read_ahead.h"

#include <algorithm>
#include <utility>

namespace symkit::io {
namespace {

constexpr std::size_t piece = std::size_t{1} << 16;
// How often a thread that waits for its input checks whether to continue.
constexpr std::chrono::milliseconds short_while{50};

}  // namespace

class ReadAhead::Reader final : public Translation {
 public:
  Reader(std::shared_ptr<ReadAhead> ahead, std::size_t number) : ahead_(std::move(ahead)), number_(number) {}
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() override { ahead_->close(number_); }

  Result<std::size_t> read(Input& /*source*/, std::span<char> buffer) override {
    return ahead_->read(number_, buffer);
  }
  bool ready(const Input& /*source*/, std::chrono::milliseconds patience) const override {
    return ahead_->ready(number_, patience);
  }

 private:
  std::shared_ptr<ReadAhead> ahead_;
  std::size_t number_;
};

ReadAhead::ReadAhead(std::unique_ptr<Input> source, TellLive tell, std::size_t most)
    : source_(std::move(source)), most_(most) {
  thread_ = std::thread([this, tell = std::move(tell)] { pump(tell); });
}

ReadAhead::~ReadAhead() {
  stop();
  thread_.join();
}

void ReadAhead::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

std::unique_ptr<Input> ReadAhead::reader_at(std::size_t number) {
  return Input::translated(Input::of_memory(std::string(), source_->name()),
                           std::make_unique<Reader>(shared_from_this(), number));
}

void ReadAhead::pump(const TellLive& tell) {
  std::string buffer(piece, '\0');
  bool is_live = true;
  tell(is_live);
  const auto become = [&](bool live) {
    if (std::exchange(is_live, live) != live) tell(live);
  };
  while (true) {
    {
      std::unique_lock lock(mutex_);
      if (unread() >= most_) {
        lock.unlock();
        become(false);
        lock.lock();
        changed_.wait(lock, [&] { return stopped_ || unread() < most_; });
      }
      if (stopped_) return;
    }
    if (!source_->ready(short_while)) {
      become(true);
      continue;
    }
    const auto count = source_->read(buffer);
    const bool is_end = !count || *count == 0;
    {
      const std::lock_guard lock(mutex_);
      if (!count) error_ = count.error();
      if (!is_end) kept_.append(buffer, 0, *count);
      ended_ = is_end;
      changed_.notify_all();
    }
    if (is_end) return become(false);
  }
}

// By the reader that has read least.
std::size_t ReadAhead::unread() const {
  std::size_t least = kept_from_ + kept_.size();
  for (const Progress& progress : progress_)
    if (progress.is_open) least = std::min(least, progress.read);
  return kept_from_ + kept_.size() - least;
}

// Done seldom, because the remaining bytes are moved.
void ReadAhead::forget_what_all_have_read() {
  const std::size_t read = kept_.size() - unread();
  if (read < kept_.size() - read && read < most_ / 4) return;
  kept_.erase(0, read);
  kept_from_ += read;
}

Result<std::size_t> ReadAhead::read(std::size_t number, std::span<char> buffer) {
  std::unique_lock lock(mutex_);
  Progress& progress = progress_.at(number);
  const auto is_there = [&] { return progress.read < kept_from_ + kept_.size(); };
  changed_.wait(lock, [&] { return is_there() || ended_ || stopped_; });
  if (!is_there()) {
    if (error_ && number == 0) return fail(*error_);
    return 0;
  }
  const std::size_t count = kept_.copy(buffer.data(), buffer.size(), progress.read - kept_from_);
  progress.read += count;
  forget_what_all_have_read();
  changed_.notify_all();
  return count;
}

bool ReadAhead::ready(std::size_t number, std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  const Progress& progress = progress_.at(number);
  return changed_.wait_for(lock, patience,
                           [&] { return progress.read < kept_from_ + kept_.size() || ended_ || stopped_; });
}

void ReadAhead::close(std::size_t number) {
  const std::lock_guard lock(mutex_);
  progress_.at(number).is_open = false;
  changed_.notify_all();
}

}  // namespace symkit::io
