// Thread-local objects with destructors, in threads that have ended, and in one that has not.
#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "lose.h"

namespace {
struct Cache {
  std::map<int, std::string> entries;
  std::unique_ptr<std::vector<int>> numbers = std::make_unique<std::vector<int>>(100);
};
thread_local Cache cache;
thread_local std::unique_ptr<Cache> other;
std::atomic<bool> is_ready = false;

void fill(int number) {
  for (int i = 0; i < 50; ++i) cache.entries[i] = std::string(static_cast<std::size_t>(100 + i), 'x');
  other = std::make_unique<Cache>();
  lose(4000 + static_cast<std::size_t>(number));
}
}  // namespace

int main(int count, char**) {
  may_lose = count > 1;
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i) threads.emplace_back(fill, i);
  for (auto& thread : threads) thread.join();
  std::thread([] {
    fill(100);
    is_ready = true;
    for (;;) pause();
  }).detach();
  while (!is_ready) usleep(1000);
  fill(101);
  return 0;
}
