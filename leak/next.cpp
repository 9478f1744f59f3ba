#include "next.h"

#include <atomic>
#include <cstdint>
#include <dlfcn.h>

namespace symleak {
namespace {

Next functions;
std::atomic<int> state{0};  // 1: lookup in progress, 2: found

template <class Function>
void find(Function& function, const char* name) {
  function = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

void find_all() {
  find(functions.calloc, "calloc");
  find(functions.malloc, "malloc");
  find(functions.free, "free");
  find(functions.realloc, "realloc");
  find(functions.reallocarray, "reallocarray");
  find(functions.posix_memalign, "posix_memalign");
  find(functions.aligned_alloc, "aligned_alloc");
  find(functions.memalign, "memalign");
  find(functions.valloc, "valloc");
  find(functions.pvalloc, "pvalloc");
  find(functions.mmap, "mmap");
  find(functions.munmap, "munmap");
  find(functions.mremap, "mremap");
  find(functions.dlclose, "dlclose");
  find(functions.execve, "execve");
  find(functions.execvpe, "execvpe");
  find(functions.fexecve, "fexecve");
  find(functions.execveat, "execveat");
  find(functions.exit_at_once, "_exit");
  find(functions.quick_exit, "quick_exit");
}

// Each piece is preceded by its size.
constexpr std::size_t early_room = 256 * 1024;
constexpr std::size_t head = 16;
alignas(4096) unsigned char early[early_room];
std::atomic<std::size_t> early_used{0};

}  // namespace

const Next* next() {
  if (__builtin_expect(state.load(std::memory_order_acquire) == 2, 1)) return &functions;
  int none = 0;
  if (!state.compare_exchange_strong(none, 1)) return none == 2 ? &functions : nullptr;
  find_all();
  state.store(2, std::memory_order_release);
  return &functions;
}

void* early_memory(std::size_t size, std::size_t alignment) {
  if (alignment < head) alignment = head;
  if (size > early_room || alignment > 4096) return nullptr;
  const std::size_t taken = (size + head + alignment + 15) & ~std::size_t{15};
  const std::size_t at = early_used.fetch_add(taken);
  if (at + taken > early_room) return nullptr;
  const std::size_t begin = (at + head + alignment - 1) & ~(alignment - 1);
  *reinterpret_cast<std::size_t*>(early + begin - head) = size;
  return early + begin;
}

bool is_early(const void* memory) { return memory >= early && memory < early + early_room; }

std::size_t early_size(const void* memory) {
  return *reinterpret_cast<const std::size_t*>(static_cast<const unsigned char*>(memory) - head);
}

}  // namespace symleak
