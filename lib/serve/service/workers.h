// Threads for what takes a while, made when they are first needed, and a queue of bounded length before them:
// what does not fit is refused at once rather than answered too late.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace symkit::service {

class Workers {
 public:
  // Whether they come behind others where processors are few.
  enum class Rank : std::uint8_t { Equal, Behind };
  // `most_waiting`: tasks that no thread is free for.
  Workers(std::size_t most_threads, std::size_t most_waiting, Rank rank = Rank::Equal);
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers();

  // What was taken is done first; nothing more is.
  void finish();

  using Task = std::function<void()>;
  // False: too much is waiting already, or there can be no thread. A task that throws ends there, and its
  // thread goes on.
  bool take(Task task);

  struct State {
    std::size_t waiting = 0;
    std::size_t working = 0;
  };
  State state() const;

 private:
  bool add_thread();
  void work();

  std::size_t most_threads_;
  std::size_t most_waiting_;
  Rank rank_;
  mutable std::mutex lock_;  // of what follows
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  std::size_t idle_ = 0;  // threads
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace symkit::service
