// A library with hooks that is loaded late, by a program that has none: after many keys of thread-specific
// data have been given away, while threads run, and again and again.
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

#include "check.h"

namespace {
using Depth = int(int);

void* in_thread(void* function) {
  for (int i = 0; i < 100; ++i) EXPECT_EQUAL(reinterpret_cast<Depth*>(function)(5), 6);
  return nullptr;
}

void load_and_use() {
  void* library = dlopen(std::getenv("PLUGIN"), RTLD_NOW);
  if (library == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    ++check::failures;
    return;
  }
  void* function = dlsym(library, "depth_in_plugin");
  in_thread(function);
  pthread_t threads[4];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, in_thread, function);
  for (pthread_t& thread : threads) pthread_join(thread, nullptr);
  dlclose(library);
}
}  // namespace

int main() {
  for (int i = 0; i < 40; ++i) {
    pthread_key_t key;
    pthread_key_create(&key, nullptr);
  }
  for (int i = 0; i < 20; ++i) load_and_use();
  return check::result();
}
