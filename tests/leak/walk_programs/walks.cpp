// The recorder's unwinder, asked at many places of a program that calls in all kinds of ways: what it finds
// beside its last walk must be what it finds when it walks alone. Linked with the recorder's own sources.
#include <alloca.h>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <ucontext.h>

#include "last_walk.h"
#include "unwind.h"

__thread symleak::Thread symleak::thread;

namespace {

using symleak::Caller;
using symleak::Frames;
using symleak::LastWalk;

constexpr std::uint32_t generation = 0;
long visits = 0, differences = 0, deep = 0;
thread_local jmp_buf place;
volatile int sink = 0;

#define APART __attribute__((noinline))
#define STAY() asm volatile("" ::: "memory")

bool is_same(const Frames& one, const Frames& other) {
  return one.count == other.count && one.flags == other.flags &&
         std::memcmp(one.addresses, other.addresses, one.count * sizeof one.addresses[0]) == 0;
}

// As a hook is called, with a frame pointer.
APART void visit() {
  const Caller caller = {reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)),
                         static_cast<const std::uintptr_t*>(__builtin_frame_address(0))};
  static thread_local Frames beside, alone;
  for (Frames* frames : {&beside, &alone}) frames->count = frames->flags = 0;
  symleak::unwind(caller, generation, beside);
  LastWalk* held = LastWalk::borrow(generation);
  symleak::unwind(caller, generation, alone);
  if (held != nullptr) held->give_back();
  __atomic_fetch_add(&visits, 1, __ATOMIC_RELAXED);
  if (beside.count == symkit::heap::format::most_frames) __atomic_fetch_add(&deep, 1, __ATOMIC_RELAXED);
  if (is_same(beside, alone)) return;
  if (__atomic_fetch_add(&differences, 1, __ATOMIC_RELAXED) > 3) return;
  std::fprintf(stderr, "beside the last walk %zu frames (%u), alone %zu (%u)\n", beside.count, beside.flags,
               alone.count, alone.flags);
}

void walk(unsigned& seed, int depth);
unsigned next(unsigned& seed) { return (seed = seed * 1664525 + 1013904223) >> 16; }

APART void leaf() {
  visit();
  STAY();
}
APART void leaf_twice() {
  visit();
  leaf();
  visit();
  STAY();
}
// From several places of one function, so that what lies further in looks the same.
APART void from_places(unsigned& seed, int depth) {
  leaf();
  leaf();
  if (depth > 0) from_places(seed, depth - 1);
  leaf_twice();
  if (depth > 0 && next(seed) % 2 == 0) from_places(seed, depth - 1);
  leaf_twice();
  STAY();
}
APART void with_room(unsigned& seed, int depth) {
  auto* room = static_cast<volatile char*>(alloca(next(seed) % 500 + 1));
  room[0] = 1;
  visit();
  walk(seed, depth - 1);
  room[0] = 2;
  visit();
}
// Uses many registers, the frame pointer among them where it is free.
APART int with_registers(unsigned& seed, int depth) {
  int a = next(seed), b = next(seed), c = next(seed), d = next(seed), e = next(seed), f = next(seed),
      g = next(seed);
  for (int i = 0; i < 2; ++i) {
    walk(seed, depth - 1);
    a += b ^ c, b += c ^ d, c += d ^ e, d += e ^ f, e += f ^ g, f += g ^ a, g += a ^ b;
  }
  visit();
  return a + b + c + d + e + f + g;
}
APART void recursive(unsigned& seed, int left, int depth) {
  if (left == 0) {
    walk(seed, depth - 1);
  } else if (left % 3 == 0) {
    recursive(seed, left - 1, depth);
  } else {
    recursive(seed, left - 1, depth);
    if (left % 7 == 1) visit();
  }
  STAY();
}
APART void throws(unsigned& seed, int left) {
  visit();
  if (left == 0) throw 1;
  throws(seed, left - 1);
  STAY();
}
APART void jumps(int left) {
  visit();
  if (left == 0) longjmp(place, 1);
  jumps(left - 1);
  STAY();
}
void handler(int) {
  visit();
  leaf_twice();
}

thread_local ucontext_t here, there;
void on_fiber() {
  visit();
  leaf_twice();
  swapcontext(&there, &here);
}
APART void with_fiber() {
  static thread_local char stack[64 << 10];
  getcontext(&there);
  there.uc_stack.ss_sp = stack;
  there.uc_stack.ss_size = sizeof stack;
  there.uc_link = nullptr;
  makecontext(&there, on_fiber, 0);
  swapcontext(&here, &there);
  visit();
}

void walk(unsigned& seed, int depth) {
  for (int i = 0; i < 4; ++i) {
    visit();
    switch (depth <= 0 ? next(seed) % 3 : next(seed) % 12) {
      case 0: leaf(); break;
      case 1: leaf_twice(); break;
      case 2: from_places(seed, depth); break;
      case 3: with_room(seed, depth); break;
      case 4: sink = with_registers(seed, depth); break;
      case 5: recursive(seed, static_cast<int>(next(seed) % 40), depth); break;
      case 6: try { throws(seed, static_cast<int>(next(seed) % 5));
        } catch (int) {
          visit();
        }
        break;
      case 7:
        if (setjmp(place) == 0) jumps(static_cast<int>(next(seed) % 5));
        break;
      case 8: pthread_kill(pthread_self(), SIGUSR1); break;
      case 9: with_fiber(); break;
      case 10: recursive(seed, static_cast<int>(next(seed) % 300), 0); break;
      default: walk(seed, depth - 1);
    }
    sink = sink + 1;
  }
}

void* in_thread(void* number) {
  auto seed = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(number));
  for (int i = 0; i < 12; ++i) walk(seed, 4);
  return nullptr;
}

}  // namespace

int main() {
  struct sigaction action = {};
  action.sa_handler = handler;
  sigaction(SIGUSR1, &action, nullptr);
  unsigned seed = 1;
  for (int i = 0; i < 60; ++i) walk(seed, 5);
  pthread_t threads[8];
  for (std::uintptr_t i = 0; i < 8; ++i)
    pthread_create(&threads[i], nullptr, in_thread, reinterpret_cast<void*>(i + 2));
  for (const pthread_t thread : threads) pthread_join(thread, nullptr);
  std::printf("%ld walks, %ld of them cut, %ld differ\n", visits, deep, differences);
  return differences != 0 || visits < 10'000 || deep == 0;
}
