// boost::asio: timers and tasks on a pool of threads, each with its own cache of memory.
#include <atomic>
#include <boost/asio.hpp>
#include <chrono>

#include "lose.h"

int main(int count, char**) {
  may_lose = count > 1;
  std::atomic<int> done = 0;
  boost::asio::thread_pool pool(4);
  boost::asio::steady_timer timer(pool, std::chrono::milliseconds(20));
  timer.async_wait([&](const boost::system::error_code&) { ++done; });
  for (int i = 0; i < 100; ++i)
    boost::asio::post(pool, [&, i] {
      if (i % 20 == 0) lose(7000 + static_cast<std::size_t>(i));
      ++done;
    });
  pool.join();
  return done == 101 ? 0 : 1;
}
