// A pool that is never shut down: its threads wait while the program ends, and hold the tasks that they work
// on.
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "lose.h"

namespace {
class Pool {
 public:
  Pool() {
    for (int i = 0; i < 6; ++i) std::thread([this] { work(); }).detach();
  }
  void add(std::function<void()> task) {
    const std::lock_guard hold(mutex_);
    tasks_.push_back(std::move(task));
    come_.notify_one();
  }
  void wait() {
    std::unique_lock hold(mutex_);
    done_.wait(hold, [&] { return finished_ == 50; });
  }

 private:
  void work() {
    std::vector<std::string> own(20, std::string(50, 'x'));
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock hold(mutex_);
        come_.wait(hold, [&] { return !tasks_.empty(); });
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      task();
      const std::lock_guard hold(mutex_);
      ++finished_;
      done_.notify_all();
    }
  }
  std::mutex mutex_;
  std::condition_variable come_;
  std::condition_variable done_;
  std::deque<std::function<void()>> tasks_;
  int finished_ = 0;
};
}  // namespace

int main(int count, char**) {
  may_lose = count > 1;
  static Pool* pool = new Pool;
  for (std::size_t i = 0; i < 50; ++i)
    pool->add([i, text = std::string(300, 'y')] {
      if (i % 10 == 0) lose(7500 + i + text.size() - 300);
    });
  pool->wait();
  return 0;
}
