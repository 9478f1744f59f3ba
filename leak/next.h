// The functions that the hooks replace: those that the program would call without them.
#pragma once

#include <cstddef>
#include <sys/types.h>

namespace symleak {

struct Next {
  void* (*malloc)(std::size_t);
  void (*free)(void*);
  void* (*calloc)(std::size_t, std::size_t);
  void* (*realloc)(void*, std::size_t);
  void* (*reallocarray)(void*, std::size_t, std::size_t);
  int (*posix_memalign)(void**, std::size_t, std::size_t);
  void* (*aligned_alloc)(std::size_t, std::size_t);
  void* (*memalign)(std::size_t, std::size_t);
  void* (*valloc)(std::size_t);
  void* (*pvalloc)(std::size_t);
  void* (*mmap)(void*, std::size_t, int, int, int, off_t);
  int (*munmap)(void*, std::size_t);
  void* (*mremap)(void*, std::size_t, std::size_t, int, ...);
  int (*dlclose)(void*);
  int (*execve)(const char*, char* const*, char* const*);
  int (*execvpe)(const char*, char* const*, char* const*);
  int (*fexecve)(int, char* const*, char* const*);
  int (*execveat)(int, const char*, char* const*, char* const*, int);
  void (*exit_at_once)(int);
  void (*quick_exit)(int);
};

// Looked up at the first call; nullptr while the lookup is in progress, as it allocates, too.
const Next* next();

// Memory during the lookup. It is never freed.
void* early_memory(std::size_t size, std::size_t alignment);
bool is_early(const void* memory);
std::size_t early_size(const void* memory);

}  // namespace symleak
