#include "serve/service/workers.h"

#include <exception>
#include <utility>

#include "ground/base/scheduling.h"

namespace symkit::service {

Workers::Workers(std::size_t most_threads, std::size_t most_waiting, Rank rank)
    : most_threads_(most_threads), most_waiting_(most_waiting), rank_(rank) {}

Workers::~Workers() { finish(); }

void Workers::finish() {
  {
    const std::lock_guard lock(lock_);
    ending_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

bool Workers::take(Task task) {
  const std::lock_guard lock(lock_);
  if (ending_) return false;
  const bool somebody_is_free = idle_ > tasks_.size();
  const bool has_new_one = !somebody_is_free && threads_.size() < most_threads_ && add_thread();
  const bool waits = !somebody_is_free && !has_new_one;
  if (waits && (threads_.empty() || tasks_.size() - idle_ >= most_waiting_)) return false;
  tasks_.push_back(std::move(task));
  changed_.notify_one();
  return true;
}

bool Workers::add_thread() {
  try {
    threads_.emplace_back([this] { work(); });
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

Workers::State Workers::state() const {
  const std::lock_guard lock(lock_);
  return {tasks_.size(), threads_.size() - idle_};
}

void Workers::work() {
  if (rank_ == Rank::Behind) come_behind();
  while (true) {
    Task task;
    {
      std::unique_lock lock(lock_);
      ++idle_;
      changed_.wait(lock, [this] { return ending_ || !tasks_.empty(); });
      --idle_;
      if (tasks_.empty()) return;
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    try {
      task();
    } catch (const std::exception&) {
      // Reporting it would need memory, too.
      continue;
    }
  }
}

}  // namespace symkit::service
