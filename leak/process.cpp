#include "process.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>

#include "events.h"
#include "images.h"
#include "next.h"
#include "recording.h"
#include "sampling.h"
#include "stack_table.h"
#include "take_stack.h"
#include "watcher.h"

// NOLINTNEXTLINE(readability-identifier-naming,bugprone-reserved-identifier)
extern "C" int __cxa_atexit(void (*function)(void*), void* argument, void* library) noexcept;

extern "C" __attribute__((visibility("hidden"))) void* symleak_own_malloc(std::size_t) noexcept;

namespace symleak {

__thread Thread thread;

namespace {

constinit Gate closed_gate = {0};

// Everything there is of a process's recording.
struct Recorder {
  Recording recording;
  Images images{recording};
  StackTable stacks{recording, images};
  Events events{recording};
  StackTaker taker;
  Sampling sampling;
};
constinit Recorder recorder;

enum class Phase : std::uint8_t { Before, Starting, On, Off };
std::atomic<Phase> phase{Phase::Before};
std::uint32_t owner = 0;  // the process whose recording it is

const char* setting(const char* name) { return environ == nullptr ? nullptr : std::getenv(name); }

// MADV_WIPEONFORK is of Linux 4.14; before that the C library's own fork tells.
Gate* make_gate() {
  void* memory = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  madvise(memory, 4096, MADV_WIPEONFORK);
  return static_cast<Gate*>(memory);
}

format::Stacks wished_stacks() {
  const char* wish = setting("SYMLEAK_STACKS");
  if (wish == nullptr) return format::Stacks::None;
  if (std::strcmp(wish, "shadow") == 0) return format::Stacks::Shadow;
  if (std::strcmp(wish, "fp") == 0) return format::Stacks::FramePointers;
  if (std::strcmp(wish, "unwind") == 0) return format::Stacks::Unwound;
  return format::Stacks::None;
}

void after_fork_in_child() {
  if (gate != &closed_gate) gate->open = 0;
}

void at_exit(void*) { leave(Leaving::ByExit); }

// What its file defines itself comes before all that is preloaded.
bool program_has_own_allocator() {
  return dlsym(RTLD_DEFAULT, "malloc") != reinterpret_cast<void*>(&symleak_own_malloc);
}

bool start() {
  const char* path = setting("SYMLEAK_FILE");
  if (path == nullptr || path[0] != '/') return false;
  if (const char* text = setting("SYMLEAK_SAMPLE")) recorder.sampling.set(std::strtoull(text, nullptr, 10));
  Gate* mine = make_gate();
  if (mine == nullptr) return false;
  recorder.taker.choose(wished_stacks(), reinterpret_cast<Collect>(dlsym(RTLD_DEFAULT, "symtrace_collect")),
                        reinterpret_cast<FindNote>(dlsym(RTLD_DEFAULT, "symtrace_note")));
  if (!recorder.recording.start(path, 0, recorder.sampling.bytes(), recorder.taker.way())) return false;
  owner = recorder.recording.header()->pid;
  recorder.recording.header()->own_allocator = program_has_own_allocator() ? 1 : 0;
  mine->open = 1;
  gate = mine;
  pthread_atfork(nullptr, nullptr, after_fork_in_child);
  say_hello(recorder.recording.path());
  // The last of all that exit() calls: behind the destructors of libraries, too.
  __cxa_atexit(at_exit, nullptr, nullptr);
  return true;
}

// The child of a fork has a recording of its own, from its first allocation on.
bool start_in_child() {
  const std::uint64_t own_allocator = recorder.recording.header()->own_allocator;
  recorder.recording.forget();
  recorder.stacks.forget();
  recorder.images.forget();
  recorder.events.forget();
  recorder.sampling.forget();
  StackTaker::forget();
  const char* path = setting("SYMLEAK_FILE");
  if (path == nullptr ||
      !recorder.recording.start(path, owner, recorder.sampling.bytes(), recorder.taker.way()))
    return false;
  owner = recorder.recording.header()->pid;
  recorder.recording.header()->own_allocator = own_allocator;
  gate->open = 1;
  say_hello(recorder.recording.path());
  return true;
}

}  // namespace

Gate* gate = &closed_gate;

bool is_admitted_slowly() {
  if (thread.busy) return false;
  Phase now = phase.load(std::memory_order_acquire);
  const bool is_child = now == Phase::On && gate->open == 0;
  if (now != Phase::Before && !is_child) return now == Phase::On;
  if (!phase.compare_exchange_strong(now, Phase::Starting)) return false;
  const Busy busy;
  thread.asks_library = true;
  const int before = errno;
  const bool started = is_child ? start_in_child() : start();
  errno = before;
  thread.asks_library = false;
  phase.store(started ? Phase::On : Phase::Off, std::memory_order_release);
  return started;
}

namespace {

std::uint32_t stack_of(const Caller& caller) {
  const Note note = recorder.taker.note();
  if (note.place != nullptr)
    if (const std::uint32_t known = recorder.stacks.number_of(*note.place, note.from)) return known;
  Frames frames;
  recorder.taker.take(caller, recorder.images.generation(), frames);
  const std::uint32_t number = recorder.stacks.number_of(frames);
  if (note.place != nullptr) *note.place = const_cast<void*>(thread.last_stack);
  return number;
}

Block block_of(void* memory, std::size_t size, const Caller& caller) {
  return {reinterpret_cast<std::uintptr_t>(memory), size, stack_of(caller)};
}

std::uintptr_t address_of(void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

}  // namespace

void note_allocated(void* memory, std::size_t size, const Caller& caller) {
  if (!recorder.sampling.takes(address_of(memory), size)) return;
  recorder.events.allocated(block_of(memory, size, caller));
}
void note_freed(void* memory) {
  if (recorder.sampling.had(address_of(memory))) recorder.events.freed(address_of(memory));
}
bool note_moving(void* memory) {
  const bool is_known = recorder.sampling.had(address_of(memory));
  if (is_known) recorder.events.moving(address_of(memory));
  return is_known;
}
void note_moved(void* memory, std::size_t size, void* from, const Caller& caller) {
  if (!recorder.sampling.takes(address_of(memory), size)) return;
  recorder.events.moved(block_of(memory, size, caller), address_of(from));
}
void note_unmoved(void* memory) {
  recorder.sampling.keep(address_of(memory));
  recorder.events.unmoved(address_of(memory));
}
void note_mapped(void* memory, std::size_t size, const Caller& caller) {
  recorder.events.mapped(block_of(memory, size, caller));
}
void note_unmapped(void* memory, std::size_t size) { recorder.events.unmapped(address_of(memory), size); }

void count_missed_allocation() {
  if (gate->open != 0 && !thread.asks_library)
    std::atomic_ref(recorder.recording.header()->missed_allocations).fetch_add(1);
}
void count_missed_free() {
  if (gate->open != 0 && !thread.asks_library)
    std::atomic_ref(recorder.recording.header()->missed_frees).fetch_add(1);
}

void libraries_unloaded() { recorder.images.unloaded(); }

// In the child of vfork the memory is the parent's, and so is the recording.
void leave(Leaving how) {
  if (thread.busy || gate->open == 0 || static_cast<std::uint32_t>(ask_kernel(SYS_getpid)) != owner) return;
  const Busy busy;
  const int before = errno;
  recorder.events.close();
  recorder.stacks.close();
  ask_for_verdict(recorder.recording.path());
  recorder.recording.end(how == Leaving::ByExit ? format::Ended::ByExit : format::Ended::AtOnce);
  errno = before;
}

}  // namespace symleak

// Programs that never allocate have a recording, too.
__attribute__((constructor)) static void begin_recording() { symleak::is_admitted(); }
