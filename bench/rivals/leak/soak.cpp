// Allocates and frees at a steady rate, from many stacks, and holds the same all the time: whatever grows is
// the recorder's.
//
//     soak SECONDS PAIRS_A_SECOND
#include <chrono>
#include <cstdlib>
#include <thread>

namespace {

constexpr int held = 10'000;
void* volatile blocks[held];

__attribute__((noinline)) void allocate(unsigned path, int depth, int place) {
  if (depth == 0) {
    std::free(blocks[place]);
    blocks[place] = std::malloc(static_cast<std::size_t>(16 + place % 500));
  } else if ((path & 1) != 0) {
    allocate(path >> 1, depth - 1, place);
    asm volatile("" ::: "memory");
  } else {
    allocate(path >> 1, depth - 1, place);
    asm volatile("nop" ::: "memory");
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto end = begin + std::chrono::seconds(std::atoi(words[1]));
  const long rate = std::atol(words[2]);
  for (long done = 0; Clock::now() < end; ++done) {
    allocate(static_cast<unsigned>(done * 7919 % 1024), 10, static_cast<int>(done % held));
    if (done % 1000 == 0)
      std::this_thread::sleep_until(begin + std::chrono::microseconds(done * 1'000'000 / rate));
  }
}
