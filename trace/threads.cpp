// Creates and frees a thread's data. A hook creates it with one mmap; at the end of the thread it is
// freed after all other destructors, since these call hooks, too.
#include <climits>
#include <cstdlib>
#include <initializer_list>
#include <pthread.h>

#include "shadow.h"
#include "system.h"

namespace symtrace {
namespace {

constexpr std::size_t default_depth = sizeof(void*) == 8 ? 65536 : 16384;
constexpr std::size_t least_depth = 64;
constexpr std::size_t greatest_depth = std::size_t{1} << 24;

Entry nobody[2] = {};
constexpr Shadow without_entries() {
  return {.top = nobody + 1,
          .full = nobody + 1,
          .low = 0,
          .high = 0,
          .base = nobody + 1,
          .interrupted = nullptr,
          .lost = 0,
          .mapped = 0,
          .kind = Shadow::NoStack};
}

// Keys in the first block: setting their value allocates nothing in glibc.
constexpr pthread_key_t keys_without_allocation = 32;
pthread_key_t farewell_key;
bool has_farewell_key = false;

void give_back(Thread* thread) {
  reach.self = nullptr;
  reach.current = &passing_by;
  for (const Shadow* shadow : {&thread->signals, &thread->unknown}) {
    if (shadow->mapped != 0) unmap_memory(shadow->base - 1, shadow->mapped);
  }
  unmap_memory(thread, thread->mapped);
}

void farewell(void* value) {
  auto* thread = static_cast<Thread*>(value);
  if (++thread->farewells < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(farewell_key, thread);
  } else {
    give_back(thread);
  }
}

// SYMTRACE_DEPTH=N: how many functions a thread can be in.
void read_settings() {
  const char* text = std::getenv("SYMTRACE_DEPTH");
  if (text == nullptr) return;
  const std::size_t depth = std::strtoul(text, nullptr, 10);
  if (depth >= least_depth && depth <= greatest_depth) depth_of_shadows = depth;
}

// The child of a fork has one thread, with another number.
void in_child() {
  if (reach.self != nullptr) reach.self->holder = static_cast<int>(ask_kernel(SYS_gettid));
}

__attribute__((constructor(101))) void prepare() {
  read_settings();
  if (pthread_key_create(&farewell_key, farewell) == 0) {
    has_farewell_key = farewell_key < keys_without_allocation;
    if (has_farewell_key) return;
    pthread_key_delete(farewell_key);
  }
  pthread_atfork(nullptr, nullptr, in_child);
}

// A library that contains this code may be unloaded while threads continue.
__attribute__((destructor(101))) void leave() {
  if (has_farewell_key) pthread_key_delete(farewell_key);
  has_farewell_key = false;
}

Thread* make_thread() {
  const std::size_t size = sizeof(Thread) + depth_of_shadows * sizeof(Entry);
  auto* thread = static_cast<Thread*>(map_memory(size));
  if (thread != nullptr) thread->mapped = size;
  return thread;
}

// Threads' ends are not reported before the library's constructor has run, which is in the first thread.
Thread* find_or_make_thread() {
  if (has_farewell_key) {
    Thread* thread = make_thread();
    if (thread != nullptr) pthread_setspecific(farewell_key, thread);
    return thread;
  }
  Thread* thread = adopt_thread();
  if (thread != nullptr) return thread;
  thread = make_thread();
  if (thread != nullptr) leave_unattended(thread);
  return thread;
}

}  // namespace

constinit Shadow unborn = without_entries();
constinit Shadow passing_by = without_entries();
constinit thread_local Reach reach = {&unborn, nullptr};
constinit std::size_t depth_of_shadows = default_depth;

Shadow empty_shadow(Shadow::Kind kind, Entry* entries, std::size_t count, std::uintptr_t low,
                    std::uintptr_t high) {
  return {.top = entries,
          .full = entries + count - 2,
          .low = low,
          .high = high,
          .base = entries,
          .interrupted = nullptr,
          .lost = 0,
          .mapped = 0,
          .kind = kind};
}

Thread* bear_thread() {
  Shadow* before = reach.current;
  reach.current = &passing_by;
  Thread* thread = find_or_make_thread();
  if (thread == nullptr) {
    reach.current = before;
    return nullptr;
  }
  const std::size_t depth = (thread->mapped - sizeof(Thread)) / sizeof(Entry);
  thread->own = empty_shadow(Shadow::ThreadStack, reinterpret_cast<Entry*>(thread + 1), depth, 0, 0);
  thread->own.base->frame = 0;
  reach.self = thread;
  reach.current = &thread->own;
  return thread;
}

}  // namespace symtrace
