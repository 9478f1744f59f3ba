// Blocks that one thread makes and another gives back, threads that end, and what their destructors do.
#include <atomic>
#include <cstdlib>
#include <pthread.h>
#include <thread>
#include <vector>

#include "expect.h"

namespace {

constexpr int thread_count = 64;
constexpr int rounds = 2000;
std::atomic<char*> handed[16];

NOINLINE char* clean_make(int round) {
  char* block = static_cast<char*>(std::malloc(static_cast<std::size_t>(round % 500 + 1)));
  STAY();
  return block;
}
NOINLINE void lost_in_thread() {
  static thread_local void* volatile block;
  block = std::malloc(10);
  STAY();
}
struct Last {
  Last() : block(std::malloc(40)) {}
  ~Last() {
    std::free(block);
    std::free(std::malloc(17));
  }
  void* block;
};
NOINLINE void clean_last() {
  static thread_local Last last;
  STAY();
  last.block = std::realloc(last.block, 60);
}
void work(int number) {
  lost_in_thread();
  clean_last();
  for (int i = 0; i < rounds; ++i) std::free(handed[(i + number) % 16].exchange(clean_make(i)));
}

}  // namespace

int main() {
  for (int again = 0; again < 4; ++again) {
    std::vector<std::thread> threads;
    for (int i = 0; i < thread_count; ++i) threads.emplace_back(work, i);
    for (std::thread& thread : threads) thread.join();
  }
  for (auto& block : handed) std::free(block.load());
  EXPECT("lost_in_thread", 4 * thread_count, 4 * thread_count * 10);
}
