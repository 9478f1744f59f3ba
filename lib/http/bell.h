// What a coroutine waits by: for another's work, or for a thread's. Only this room's own sources include
// this.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace symkit::http {

using ErrorCode = boost::system::error_code;
template <class T>
using Task = boost::asio::awaitable<T>;

// co_await x.async_something(…, into(error)): errors are values.
inline auto into(ErrorCode& error) { return boost::asio::redirect_error(boost::asio::use_awaitable, error); }

// It outlives both who waits and who rings.
class Bell {
 public:
  explicit Bell(const boost::asio::any_io_executor& executor) : timer_(executor) {}

  // From the server's thread.
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

}  // namespace symkit::http
