// Wakes a coroutine that waits for another coroutine or for a thread. Included only by sources of this
// folder.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <new>
#include <thread>

namespace symkit::http {

using ErrorCode = boost::system::error_code;
template <class T>
using Task = boost::asio::awaitable<T>;

// co_await x.async_something(…, into(error)): errors are values.
inline auto into(ErrorCode& error) { return boost::asio::redirect_error(boost::asio::use_awaitable, error); }

// It must outlive both the waiting and the ringing side.
class Bell {
 public:
  explicit Bell(const boost::asio::any_io_executor& executor) : timer_(executor) {}

  // Only on the server's thread.
  void ring() {
    ErrorCode ignored;
    static_cast<void>(timer_.cancel(ignored));
  }
  Task<void> wait() {
    ErrorCode ignored;
    timer_.expires_at(boost::asio::steady_timer::time_point::max());
    co_await timer_.async_wait(into(ignored));
  }
  boost::asio::any_io_executor executor() { return timer_.get_executor(); }

 private:
  boost::asio::steady_timer timer_;
};

// Can be called from any thread. If the post were lost, its waiter would wait for ever; so it is retried
// while there is no memory.
template <class Work>
void surely_post(const boost::asio::any_io_executor& executor, const Work& work) noexcept {
  constexpr int most_tries = 10'000;
  for (int tries = 0; tries < most_tries; ++tries) {
    try {
      boost::asio::post(executor, work);
      return;
    } catch (const std::bad_alloc&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
}

}  // namespace symkit::http
