// Threads for slow work, started when they are first needed, with a queue of bounded length: a task that
// does not fit is refused at once rather than answered too late.
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
  // Whether they have a lower priority than other threads.
  enum class Rank : std::uint8_t { Equal, Behind };
  // `most_waiting`: tasks that wait for a thread.
  Workers(std::size_t most_threads, std::size_t most_waiting, Rank rank = Rank::Equal);
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers();

  // Finishes the accepted tasks; accepts no more.
  void finish();

  using Task = std::function<void()>;
  // Returns false if too many tasks are waiting, or no thread can be started. An exception ends only its
  // task, not the thread.
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
  mutable std::mutex lock_;  // guards the members below
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  std::size_t idle_ = 0;  // threads
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace symkit::service
