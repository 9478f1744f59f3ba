// A library with hooks that is loaded late, by a program that has none, and unloaded while threads go on that
// have used it: at first, and after many keys of thread-specific data have been given away.
#include <dlfcn.h>
#include <malloc.h>

#include "check.h"

namespace {
using Depth = int(int);

struct Use {
  Depth* depth;
  pthread_barrier_t* used;      // by all
  pthread_barrier_t* unloaded;  // before they end
};

void* in_thread(void* argument) {
  const Use use = *static_cast<Use*>(argument);
  for (int i = 0; i < 100; ++i) EXPECT_EQUAL(use.depth(5), 6);
  pthread_barrier_wait(use.used);
  pthread_barrier_wait(use.unloaded);
  return nullptr;
}

void load_and_use() {
  void* library = dlopen(std::getenv("PLUGIN"), RTLD_NOW);
  if (library == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    ++check::failures;
    return;
  }
  constexpr unsigned count = 4;
  pthread_barrier_t used;
  pthread_barrier_t unloaded;
  pthread_barrier_init(&used, nullptr, count + 1);
  pthread_barrier_init(&unloaded, nullptr, count + 1);
  Use use = {reinterpret_cast<Depth*>(dlsym(library, "depth_in_plugin")), &used, &unloaded};
  pthread_t threads[count];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, in_thread, &use);
  EXPECT_EQUAL(use.depth(5), 6);
  pthread_barrier_wait(&used);
  dlclose(library);
  pthread_barrier_wait(&unloaded);
  for (pthread_t& thread : threads) pthread_join(thread, nullptr);
}

void* call_once(void* depth) {
  EXPECT_EQUAL(reinterpret_cast<Depth*>(depth)(20), 21);
  return nullptr;
}

// No destructor is called at their end, and their memory is used again all the same.
void run_many_threads() {
  void* library = dlopen(std::getenv("PLUGIN"), RTLD_NOW);
  void* depth = dlsym(library, "depth_in_plugin");
  long before = 0;
  for (int i = 0; i < 300; ++i) {
    if (i == 20) before = check::mapped_kilobytes();
    pthread_t thread;
    pthread_create(&thread, nullptr, call_once, depth);
    pthread_join(thread, nullptr);
  }
  EXPECT(check::mapped_kilobytes() - before < 40 << 10);
  dlclose(library);
}
}  // namespace

int main() {
  mallopt(M_ARENA_MAX, 1);
  for (int i = 0; i < 20; ++i) load_and_use();
  for (int i = 0; i < 40; ++i) {
    pthread_key_t key;
    pthread_key_create(&key, nullptr);
  }
  for (int i = 0; i < 20; ++i) load_and_use();
  run_many_threads();
  return check::result();
}
