// A shop that crashes as it is told to, with threads that wait.
#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <string>
#include <sys/prctl.h>
#include <thread>
#include <unistd.h>
#include <vector>

#ifndef DEPTH
#define DEPTH 0
#endif

std::mutex lock;
std::condition_variable opened;
bool is_open = false;

struct Item {
  int price;
  int* count;
};

__attribute__((noinline)) int price_of(Item* item) { return item->price + *item->count; }

static inline int twice(Item* item) { return 2 * price_of(item); }

__attribute__((noinline)) int total(std::vector<Item>& items) {
  int sum = 0;
  std::for_each(items.begin(), items.end(), [&](Item& item) { sum += twice(&item); });
  return sum;
}

__attribute__((noinline)) void queue(int depth) {
  if (depth != 0) {
    queue(depth - 1);
    asm volatile("");
    return;
  }
  std::unique_lock held(lock);
  opened.wait(held, [] { return is_open; });
}

int compare(const void* a, const void* b) {
  std::vector<Item> items{{1, nullptr}};
  return total(items) + *static_cast<const int*>(a) - *static_cast<const int*>(b);
}

void sort_items() {
  int items[3] = {3, 2, 1};
  std::qsort(items, 3, sizeof items[0], compare);
}

void on_signal(int) { sort_items(); }

[[noreturn]] __attribute__((noinline)) void close_till() { std::abort(); }

__attribute__((noinline)) int deep(int depth, volatile char* before) {
  volatile char space[64];
  space[0] = *before;
  if (depth == 0) sort_items();
  return deep(depth - 1, space) + space[0];
}

__attribute__((noinline)) int varied(int size) {
  volatile char* space = static_cast<volatile char*>(__builtin_alloca(static_cast<unsigned>(size)));
  space[0] = 1;
  sort_items();
  return space[0];
}

void handle(int flags) {
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_flags = flags;
  sigaction(SIGUSR1, &action, nullptr);
  raise(SIGUSR1);
}

void crash(const std::string& how) {
  if (how == "wait") {
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    pause();
  }
  if (how == "handler") handle(0);
  if (how == "elsewhere") {
    stack_t stack{};
    stack.ss_size = 1 << 16;
    stack.ss_sp = std::malloc(stack.ss_size);
    sigaltstack(&stack, nullptr);
    handle(SA_ONSTACK);
  }
  if (how == "abort") close_till();
  if (how == "throw") throw std::runtime_error("till");
  if (how == "nowhere") reinterpret_cast<void (*)()>(0)();
  char first = 0;
  if (how == "deep") deep(3000, &first);
  if (how == "varied") varied(static_cast<int>(how.size()) * 100);
  sort_items();
}

int main(int argc, char** argv) {
  std::vector<std::thread> threads;
  const int count = argc > 2 ? std::atoi(argv[2]) : 8;
  for (int i = 0; i < count; ++i) threads.emplace_back(queue, DEPTH + i % 4 * 3);
  usleep(50'000);
  crash(argc > 1 ? argv[1] : "");
}
