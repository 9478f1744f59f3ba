// Much static thread-local storage, whose last variable holds blocks of a thread that lives.
#include <atomic>
#include <memory>
#include <thread>
#include <unistd.h>

#include "lose.h"

namespace {
thread_local char room[300000];
thread_local void* volatile first_block;
std::atomic<bool> is_ready = false;
void touch(std::size_t size) {
  room[size] = 1;
  first_block = std::malloc(size);
}
}  // namespace

int main(int count, char**) {
  may_lose = count > 1;
  for (int i = 0; i < 4; ++i)
    std::thread([] {
      touch(1300);
      std::free(first_block);
    }).join();
  std::thread([] {
    touch(1301);
    lose(1303);
    is_ready = true;
    for (;;) pause();
  }).detach();
  while (!is_ready) usleep(1000);
  touch(1302);
  return 0;
}
