#include "process.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
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

// All the parts of a process's recording.
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

// MADV_WIPEONFORK exists since Linux 4.14; on older kernels only the C library's own fork is noticed.
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

// The parent's blocks that its child has, too: those that exist at this event. A child without a
// recording of its own still has this value from its parent.
std::uint64_t sequence_at_fork = 0;

void before_fork() {
  if (gate->open != 0) sequence_at_fork = std::atomic_ref(recorder.recording.header()->sequence).load();
}
void after_fork_in_parent() {
  if (gate->open != 0) sequence_at_fork = 0;
}
void after_fork_in_child() {
  if (gate != &closed_gate) gate->open = 0;
}

void at_exit(void*) { leave(Leaving::ByExit); }

// Definitions in the program's own file take precedence over preloaded ones. A program that takes the
// address of a library's function may have an own entry for its name, but defines nothing.
bool program_has_own_allocator() {
  void* const found = dlsym(RTLD_DEFAULT, "malloc");
  if (found == reinterpret_cast<void*>(&symleak_own_malloc)) return false;
  Dl_info information = {};
  ElfW(Sym)* symbol = nullptr;
  return dladdr1(found, &information, reinterpret_cast<void**>(&symbol), RTLD_DL_SYMENT) == 0 ||
         symbol == nullptr || symbol->st_shndx != SHN_UNDEF;
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
  pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
  say_hello(recorder.recording.path());
  // The last function that exit() calls, even after libraries' destructors.
  __cxa_atexit(at_exit, nullptr, nullptr);
  return true;
}

// Copies the text after its beginning; returns false if it begins differently, or if there is no room.
bool copy_rest(const char* text, const char* beginning, char* rest, std::size_t room) {
  const std::size_t length = beginning == nullptr ? 0 : std::strlen(beginning);
  if (length == 0 || std::strncmp(text, beginning, length) != 0 || std::strlen(text + length) >= room)
    return false;
  std::strcpy(rest, text + length);
  return true;
}

// The child of a fork has its own recording, from its first allocation on.
bool start_in_child() {
  const std::uint64_t own_allocator = recorder.recording.header()->own_allocator;
  const char* path = setting("SYMLEAK_FILE");
  char parent_file[sizeof format::Header::parent_file] = {};
  const bool knows_parent = copy_rest(recorder.recording.path(), path, parent_file, sizeof parent_file);
  recorder.recording.forget();
  recorder.stacks.forget();
  recorder.images.forget();
  recorder.events.forget();
  recorder.sampling.forget();
  StackTaker::forget();
  if (path == nullptr ||
      !recorder.recording.start(path, owner, recorder.sampling.bytes(), recorder.taker.way()))
    return false;
  owner = recorder.recording.header()->pid;
  format::Header* header = recorder.recording.header();
  header->own_allocator = own_allocator;
  std::memcpy(header->parent_file, parent_file, sizeof parent_file);
  header->parent_sequence = knows_parent ? sequence_at_fork : 0;
  sequence_at_fork = 0;
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
  const Note note = recorder.taker.note(caller);
  if (note.place != nullptr)
    if (const std::uint32_t known = recorder.stacks.number_of(*note.place, note.from)) return known;
  Frames frames;
  recorder.taker.take(caller, recorder.images.generation(), frames);
  const std::uint32_t number = recorder.stacks.number_of(frames);
  if (note.place != nullptr) *note.place = const_cast<void*>(thread.last_stack);
  return number;
}

Block block_of(Hidden memory, std::size_t size, const Caller& caller) {
  return {memory, size, stack_of(caller)};
}

}  // namespace

void note_allocated(Hidden memory, std::size_t size, const Caller& caller) {
  if (!recorder.sampling.takes(memory.inverted(), size)) return;
  recorder.events.allocated(block_of(memory, size, caller));
}
void note_freed(Hidden memory) {
  if (recorder.sampling.had(memory.inverted())) recorder.events.freed(memory);
}
bool note_moving(Hidden memory) {
  const bool is_known = recorder.sampling.had(memory.inverted());
  if (is_known) recorder.events.moving(memory);
  return is_known;
}
void note_moved(Hidden memory, std::size_t size, Hidden from, const Caller& caller) {
  if (!recorder.sampling.takes(memory.inverted(), size)) return;
  recorder.events.moved(block_of(memory, size, caller), from);
}
void note_unmoved(Hidden memory) {
  recorder.sampling.keep(memory.inverted());
  recorder.events.unmoved(memory);
}
void note_mapped(Hidden memory, std::size_t size, const Caller& caller) {
  recorder.events.mapped(block_of(memory, size, caller));
}
void note_unmapped(Hidden memory, std::size_t size) { recorder.events.unmapped(memory, size); }

void count_missed_allocation() {
  if (gate->open != 0 && !thread.asks_library)
    std::atomic_ref(recorder.recording.header()->missed_allocations).fetch_add(1);
}
void count_missed_free() {
  if (gate->open != 0 && !thread.asks_library)
    std::atomic_ref(recorder.recording.header()->missed_frees).fetch_add(1);
}

void libraries_unloaded() { recorder.images.unloaded(); }

namespace {

// In the child of vfork memory is shared with the parent, and so is the recording.
bool is_own_recording() {
  return gate->open != 0 && static_cast<std::uint32_t>(ask_kernel(SYS_getpid)) == owner;
}

void leave_from(std::uintptr_t stack, Leaving how) {
  const Busy busy;
  const int before = errno;
  recorder.events.close();
  recorder.stacks.close();
  ask_for_verdict(recorder.recording.path(), stack);
  recorder.recording.end(how == Leaving::ByExit ? format::Ended::ByExit : format::Ended::AtOnce);
  errno = before;
}

#if defined(__x86_64__)
constexpr std::uintptr_t saved_below_frame = 5 * sizeof(std::uintptr_t);  // rbx, r12 to r15
#else
constexpr std::uintptr_t saved_below_frame = 0;  // they are above
#endif

}  // namespace

// The program's own stack ends with the registers that a call must preserve, which are saved here.
// Anything below is only the recorder's work, which refers to nothing but may overwrite what was there
// before.
[[gnu::noinline]] void leave(Leaving how) {
  __builtin_unwind_init();
  if (thread.busy || !is_own_recording()) return;
  leave_from(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - saved_below_frame, how);
}

Becoming::Becoming() : is_noted_(is_own_recording()) {
  if (is_noted_) recorder.recording.header()->ended = format::Ended::Replaced;
}
Becoming::~Becoming() {
  if (is_noted_) recorder.recording.header()->ended = format::Ended::No;
}

}  // namespace symleak

// Programs that never allocate get a recording, too.
__attribute__((constructor)) static void begin_recording() { symleak::is_admitted(); }
