// The hooks in front of the C library's allocator. A hook calls the original function and records the
// result; it changes neither results nor errno. A block's end is recorded before the allocator may give
// it to another thread, its beginning after the allocator has given it to this one.
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstring>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include "next.h"
#include "process.h"

#define SYMLEAK_HOOK extern "C" __attribute__((visibility("default")))

namespace symleak {
namespace {

// `call` allocates by the original function.
template <class Call>
[[gnu::always_inline]] inline void* allocate(std::size_t size, const Caller& caller, Call call) {
  const Next* real = next();
  if (real == nullptr) return early_memory(size, 0);
  if (__builtin_expect(!is_admitted(), 0)) {
    count_missed_allocation();
    return call(*real);
  }
  const Busy busy;
  const Hidden memory(call(*real));
  if (!memory.is_null()) note_allocated(memory, size, caller);
  return memory.shown();
}

void* reallocate(void* old, std::size_t size, const Caller& caller) {
  if (is_early(old)) {
    void* memory = allocate(size, caller, [&](const Next& real) { return real.malloc(size); });
    const std::size_t kept = early_size(old);
    if (memory != nullptr) std::memcpy(memory, old, kept < size ? kept : size);
    return memory;
  }
  const Next* real = next();
  if (real == nullptr) return early_memory(size, 0);
  if (!is_admitted()) {
    if (old != nullptr) count_missed_free();
    count_missed_allocation();
    return real->realloc(old, size);
  }
  const Busy busy;
  const Hidden before(old);
  const bool is_known = !before.is_null() && note_moving(before);
  const Hidden memory(real->realloc(before.shown(), size));
  if (!memory.is_null() && is_known) {
    note_moved(memory, size, before, caller);
  } else if (!memory.is_null()) {
    note_allocated(memory, size, caller);
  } else if (is_known && size != 0) {
    note_unmoved(before);
  }
  return memory.shown();
}

void release(void* memory) {
  if (memory == nullptr || is_early(memory)) return;
  const Next* real = next();
  if (real == nullptr) return;
  if (__builtin_expect(!is_admitted(), 0)) {
    count_missed_free();
    return real->free(memory);
  }
  const Busy busy;
  note_freed(Hidden(memory));
  real->free(memory);
}

bool is_too_large(std::size_t count, std::size_t size, std::size_t& product) {
  if (!__builtin_mul_overflow(count, size, &product)) return false;
  errno = ENOMEM;
  return true;
}

}  // namespace

void* allocate_plainly(std::size_t size, const Caller& caller) {
  return allocate(size, caller, [&](const Next& real) { return real.malloc(size); });
}
void* allocate_aligned(std::size_t size, std::size_t alignment, const Caller& caller) {
  return allocate(size, caller, [&](const Next& real) { return real.memalign(alignment, size); });
}
void give_back(void* memory) { release(memory); }

}  // namespace symleak

using namespace symleak;

// The names, and what they may throw, are the C library's.
// NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier)
SYMLEAK_HOOK void* malloc(std::size_t size) noexcept {
  return allocate(size, SYMLEAK_CALLER(), [&](const Next& real) { return real.malloc(size); });
}

// The hook itself: the program may have another function of that name.
extern "C" __attribute__((visibility("hidden"))) void* symleak_own_malloc(std::size_t) noexcept
    __attribute__((malloc, alloc_size(1), alias("malloc")));

SYMLEAK_HOOK void free(void* memory) noexcept { release(memory); }
SYMLEAK_HOOK void free_sized(void* memory, std::size_t) noexcept { release(memory); }
SYMLEAK_HOOK void free_aligned_sized(void* memory, std::size_t, std::size_t) noexcept { release(memory); }

SYMLEAK_HOOK void* calloc(std::size_t count, std::size_t size) noexcept {
  std::size_t all = 0;
  if (is_too_large(count, size, all)) return nullptr;
  return allocate(all, SYMLEAK_CALLER(), [&](const Next& real) { return real.calloc(count, size); });
}

SYMLEAK_HOOK void* realloc(void* old, std::size_t size) noexcept {
  return reallocate(old, size, SYMLEAK_CALLER());
}

SYMLEAK_HOOK void* reallocarray(void* old, std::size_t count, std::size_t size) noexcept {
  std::size_t all = 0;
  if (is_too_large(count, size, all)) return nullptr;
  return reallocate(old, all, SYMLEAK_CALLER());
}

SYMLEAK_HOOK int posix_memalign(void** place, std::size_t alignment, std::size_t size) noexcept {
  int result = 0;
  void* memory = allocate(size, SYMLEAK_CALLER(), [&](const Next& real) -> void* {
    result = real.posix_memalign(place, alignment, size);
    return result == 0 ? *place : nullptr;
  });
  if (next() == nullptr || is_early(memory)) *place = memory;
  return result;
}

SYMLEAK_HOOK void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return allocate(size, SYMLEAK_CALLER(),
                  [&](const Next& real) { return real.aligned_alloc(alignment, size); });
}

SYMLEAK_HOOK void* memalign(std::size_t alignment, std::size_t size) noexcept {
  return allocate(size, SYMLEAK_CALLER(), [&](const Next& real) { return real.memalign(alignment, size); });
}

SYMLEAK_HOOK void* valloc(std::size_t size) noexcept {
  return allocate(size, SYMLEAK_CALLER(), [&](const Next& real) { return real.valloc(size); });
}

SYMLEAK_HOOK void* pvalloc(std::size_t size) noexcept {
  return allocate(size, SYMLEAK_CALLER(), [&](const Next& real) { return real.pvalloc(size); });
}

// Mappings by the program; those of the C library and its allocator do not come here.
SYMLEAK_HOOK void* mmap(void* wish, std::size_t size, int protection, int flags, int file,
                        off_t offset) noexcept {
  const Next* real = next();
  if (real == nullptr) return MAP_FAILED;
  void* memory = real->mmap(wish, size, protection, flags, file, offset);
  if (memory == MAP_FAILED || thread.busy || !is_admitted()) return memory;
  const Busy busy;
  note_mapped(Hidden(memory), size, SYMLEAK_CALLER());
  return memory;
}
#ifdef __LP64__
SYMLEAK_HOOK void* mmap64(void*, std::size_t, int, int, int, off_t) noexcept __attribute__((alias("mmap")));
#endif

SYMLEAK_HOOK int munmap(void* memory, std::size_t size) noexcept {
  const Next* real = next();
  if (real == nullptr) return -1;
  if (!thread.busy && is_admitted()) {
    const Busy busy;
    note_unmapped(Hidden(memory), size);
  }
  return real->munmap(memory, size);
}

// Recorded before the call, since another thread may get the place at once.
SYMLEAK_HOOK void* mremap(void* memory, std::size_t size, std::size_t new_size, int flags, ...) noexcept {
  va_list rest;
  va_start(rest, flags);
  void* const wish = (flags & MREMAP_FIXED) != 0 ? va_arg(rest, void*) : nullptr;
  va_end(rest);
  const Next* real = next();
  if (real == nullptr) return MAP_FAILED;
  if (thread.busy || !is_admitted()) return real->mremap(memory, size, new_size, flags, wish);
  const Busy busy;
  note_unmapped(Hidden(memory), size);
  void* moved = real->mremap(memory, size, new_size, flags, wish);
  const bool has_failed = moved == MAP_FAILED;
  const int why = errno;
  note_mapped(Hidden(has_failed ? memory : moved), has_failed ? size : new_size, SYMLEAK_CALLER());
  errno = why;
  return moved;
}

// Other libraries may be loaded where these were.
SYMLEAK_HOOK int dlclose(void* library) noexcept {
  const Next* real = next();
  if (real == nullptr) return -1;
  libraries_unloaded();
  const int result = real->dlclose(library);
  libraries_unloaded();
  return result;
}

SYMLEAK_HOOK void _exit(int status) {
  leave(Leaving::AtOnce);
  const Next* real = next();
  if (real != nullptr) real->exit_at_once(status);
  __builtin_trap();
}
SYMLEAK_HOOK void _Exit(int) noexcept __attribute__((alias("_exit"), noreturn));

SYMLEAK_HOOK void quick_exit(int status) noexcept {
  leave(Leaving::AtOnce);
  const Next* real = next();
  if (real != nullptr) real->quick_exit(status);
  __builtin_trap();
}
// NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier)
