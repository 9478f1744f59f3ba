// Threads that load and unload libraries, throw and fork, all at once: nobody waits for ever.
//     stress SECONDS LIBRARY
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <memory>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "expect.h"

namespace {

std::atomic<bool> stop{false};

void load(const char* library) {
  while (!stop) {
    void* handle = dlopen(library, RTLD_NOW);
    if (handle == nullptr) std::abort();
    using Make = void* (*)();
    std::free(reinterpret_cast<Make>(dlsym(handle, "make"))());
    dlclose(handle);
  }
}
NOINLINE void clean_throw(int depth) {
  const std::string text(static_cast<std::size_t>(depth + 20), 'x');
  if (depth == 0) throw std::make_unique<std::string>(text);
  clean_throw(depth - 1);
  STAY();
}
void throw_often() {
  while (!stop) {
    try {
      clean_throw(20);
    } catch (const std::unique_ptr<std::string>& caught) {
      if (caught->size() != 20) std::abort();
    }
  }
}
void fork_often() {
  while (!stop) {
    const pid_t child = fork();
    if (child == 0) {
      free(malloc(30));
      _exit(0);
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child || status != 0) std::abort();
  }
}

}  // namespace

int main(int count, char** words) {
  if (count < 3) return 2;
  std::vector<std::thread> threads;
  for (int i = 0; i < 64; ++i)
    threads.emplace_back([i, words] {
      i % 16 == 0 ? fork_often() : i % 2 == 0 ? load(words[2]) : throw_often();
    });
  std::this_thread::sleep_for(std::chrono::seconds(std::atoi(words[1])));
  stop = true;
  for (std::thread& thread : threads) thread.join();
}
