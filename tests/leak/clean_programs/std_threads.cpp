// The C++ library's threads, with what it allocates for each, and tasks whose results are asked for later.
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "lose.h"

int main(int count, char**) {
  may_lose = count > 1;
  std::vector<std::thread> threads;
  for (int i = 0; i < 20; ++i)
    threads.emplace_back(
        [i, text = std::string(100, 'x')] { lose(2000 + static_cast<std::size_t>(i) + text.size()); });
  for (auto& thread : threads) thread.join();
  std::vector<std::future<std::string>> results;
  for (int i = 0; i < 10; ++i)
    results.push_back(
        std::async(std::launch::async, [i] { return std::string(static_cast<std::size_t>(200 + i), 'y'); }));
  std::size_t sum = 0;
  for (auto& result : results) sum += result.get().size();
  return sum == 2045 ? 0 : 1;
}
