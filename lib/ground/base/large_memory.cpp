#include "ground/base/large_memory.h"

#include <cstdint>
#include <sys/mman.h>

namespace symkit {

void want_large_pages(const void* begin, std::size_t size) {
  constexpr std::uintptr_t page = 4096;
  constexpr std::size_t large_page = std::size_t{2} << 20;
  if (size < large_page) return;
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = (address + page - 1) / page * page;
  const std::uintptr_t end = (address + size) / page * page;
  ::madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
}

}  // namespace symkit
