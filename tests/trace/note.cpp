// What is kept in a note is what would be read: at each of many places, reached by calls, recursion, inlined
// functions, jumps, exceptions and signals, the stack that was kept there is held against one that is read
// anew.
#include <csetjmp>
#include <memory>
#include <vector>

#include "check.h"

int main();

namespace {

struct Kept {
  std::vector<std::uintptr_t> addresses;
};
std::vector<std::unique_ptr<Kept>> all;
long known = 0, fresh = 0;
jmp_buf place;
volatile int sink = 0;

// As an allocator does it: without hooks, deeper than the function whose stack is read.
NO_HOOKS void visit() {
  std::uintptr_t from = 0;
  void** note = symtrace_note(&from);
  if (note == nullptr) return;
  std::uintptr_t room[check::most_frames];
  const std::size_t count = symtrace_collect(room, check::most_frames);
  const std::vector<std::uintptr_t> now(room + 1, room + count);
  EXPECT(!now.empty() && now.front() == from);
  const auto* kept = static_cast<const Kept*>(*note);
  if (kept != nullptr && kept->addresses.front() == from) {
    ++known;
    EXPECT(kept->addresses == now);
    return;
  }
  ++fresh;
  all.push_back(std::make_unique<Kept>(Kept{now}));
  *note = all.back().get();
}

}  // namespace

FUNCTION void leaf() {
  volatile int i = 0;
  while (i < 3) {
    visit();
    i = i + 1;
  }
  STAY();
}

__attribute__((always_inline)) inline void within() {
  visit();
  leaf();
  visit();
}

FUNCTION void throws(int depth) {
  visit();
  if (depth == 0) throw depth;
  throws(depth - 1);
  STAY();
}

FUNCTION void jumps(int depth) {
  visit();
  if (depth == 0) longjmp(place, 1);
  jumps(depth - 1);
  STAY();
}

FUNCTION void handler(int) {
  visit();
  leaf();
  STAY();
}

NO_HOOKS void unseen(int depth) {
  visit();
  if (depth > 0) unseen(depth - 1);
  STAY();
}

FUNCTION void walk(unsigned seed, int depth) {
  for (int i = 0; i < 6; ++i) {
    visit();
    seed = seed * 1664525 + 1013904223;
    switch (depth == 0 ? 0 : seed >> 24 & 7) {
      case 0: leaf(); break;
      case 1: within(); break;
      case 2: try { throws(static_cast<int>(seed >> 16 & 3));
        } catch (int) {
          visit();
        }
        break;
      case 3:
        if (setjmp(place) == 0) jumps(static_cast<int>(seed >> 16 & 3));
        visit();
        break;
      case 4: raise(SIGUSR1); break;
      case 5: unseen(static_cast<int>(seed >> 16 & 3)); break;
      default: walk(seed, depth - 1);
    }
    visit();
    sink = sink + 1;
  }
  STAY();
}

// A function that is entered again begins with nothing.
FUNCTION long fresh_in_one_call() {
  const long before = fresh;
  volatile int i = 0;
  while (i < 10) {
    visit();
    i = i + 1;
  }
  STAY();
  return fresh - before;
}

int main() {
  signal(SIGUSR1, handler);
  for (unsigned seed = 1; seed <= 200; ++seed) walk(seed, 4);
  for (int i = 0; i < 3; ++i) {
    const long found = fresh_in_one_call();
    EXPECT(fresh == 0 || found == 1);
  }
#if defined(__x86_64__) && !defined(XRAY) && !defined(WITHOUT_FUNCTIONS)
  EXPECT(known > 10'000);
#endif
  return check::result();
}
