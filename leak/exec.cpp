// The calls by which a process becomes another program. The recording notes this: what it held then was
// not lost. The C library's other such functions come here; those that start a process of their own for
// it do not matter.
#include <alloca.h>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <unistd.h>

#include "next.h"
#include "process.h"

#define SYMLEAK_HOOK extern "C" __attribute__((visibility("default")))

namespace symleak {
namespace {

template <class Call>
int become(Call call) {
  const Next* real = next();
  if (real == nullptr) {
    errno = EAGAIN;
    return -1;
  }
  const Becoming noted;
  return call(*real);
}

std::size_t count_words(va_list& words) {
  std::size_t count = 1;  // including the first, and a final null
  while (va_arg(words, char*) != nullptr) ++count;
  return count;
}

void copy_words(const char* first, va_list& words, char** to) {
  *to++ = const_cast<char*>(first);
  while ((*to = va_arg(words, char*)) != nullptr) ++to;
}

}  // namespace
}  // namespace symleak

using namespace symleak;

// The names, and what they may throw, are the C library's.
// NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier,cert-dcl50-cpp)
SYMLEAK_HOOK int execve(const char* path, char* const* words, char* const* environment) noexcept {
  return become([&](const Next& real) { return real.execve(path, words, environment); });
}
SYMLEAK_HOOK int execv(const char* path, char* const* words) noexcept {
  return become([&](const Next& real) { return real.execve(path, words, environ); });
}
SYMLEAK_HOOK int execvpe(const char* file, char* const* words, char* const* environment) noexcept {
  return become([&](const Next& real) { return real.execvpe(file, words, environment); });
}
SYMLEAK_HOOK int execvp(const char* file, char* const* words) noexcept {
  return become([&](const Next& real) { return real.execvpe(file, words, environ); });
}
SYMLEAK_HOOK int fexecve(int file, char* const* words, char* const* environment) noexcept {
  return become([&](const Next& real) { return real.fexecve(file, words, environment); });
}
SYMLEAK_HOOK int execveat(int folder, const char* path, char* const* words, char* const* environment,
                          int flags) noexcept {
  return become([&](const Next& real) {
    if (real.execveat != nullptr) return real.execveat(folder, path, words, environment, flags);
    errno = ENOSYS;
    return -1;
  });
}

// The arguments after the first one, up to a null; for execle, followed by the environment.
#define SYMLEAK_WORDS(words, first, rest)                                                    \
  va_list rest;                                                                              \
  va_start(rest, first);                                                                     \
  char** const words = static_cast<char**>(alloca((count_words(rest) + 1) * sizeof(char*))); \
  va_end(rest);                                                                              \
  va_start(rest, first);                                                                     \
  copy_words(first, rest, words)

SYMLEAK_HOOK int execl(const char* path, const char* first, ...) noexcept {
  SYMLEAK_WORDS(words, first, rest);
  va_end(rest);
  return become([&](const Next& real) { return real.execve(path, words, environ); });
}
SYMLEAK_HOOK int execlp(const char* file, const char* first, ...) noexcept {
  SYMLEAK_WORDS(words, first, rest);
  va_end(rest);
  return become([&](const Next& real) { return real.execvpe(file, words, environ); });
}
SYMLEAK_HOOK int execle(const char* path, const char* first, ...) noexcept {
  SYMLEAK_WORDS(words, first, rest);
  char* const* const environment = va_arg(rest, char* const*);
  va_end(rest);
  return become([&](const Next& real) { return real.execve(path, words, environment); });
}
// NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier,cert-dcl50-cpp)
