// With --max-memory, all large allocations of this program come from the limited pool: whatever is
// prepared, by whichever library, its tables can be paged out.
#include <cstdlib>
#include <new>

#include "ground/io/memory_bound.h"

namespace {

// Smaller pieces would begin and end within pages that others need.
constexpr std::size_t large = 256 << 10;

void* bounded_memory(std::size_t size) {
  symkit::io::MemoryBound* const bound = size < large ? nullptr : symkit::io::MemoryBound::enforced();
  return bound == nullptr ? nullptr : bound->take(size);
}

}  // namespace

// Not inlined: GCC would take what malloc gave for memory that operator delete must not have.

[[gnu::noinline]] void* operator new(std::size_t size) {
  if (void* const memory = bounded_memory(size)) return memory;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

[[gnu::noinline]] void operator delete(void* memory) noexcept {
  symkit::io::MemoryBound* const bound = symkit::io::MemoryBound::enforced();
  if (bound == nullptr || !bound->give_back(memory)) std::free(memory);
}

[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
  operator delete(memory);
}
