// operator new and delete in all forms. They would end up in malloc and free anyway; but the C++ library
// has no frame pointers, so the caller of `new` would be missing from stacks taken there. Throwing and
// calling the new-handler are left to the C++ library, which is called if there is no memory. A program
// or a library with operators of its own keeps them.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

#include "next.h"
#include "process.h"

#ifdef __LP64__
#define SYMLEAK_NEW(suffix) _Znwm##suffix
#define SYMLEAK_NEW_ARRAY(suffix) _Znam##suffix
#else
#define SYMLEAK_NEW(suffix) _Znwj##suffix
#define SYMLEAK_NEW_ARRAY(suffix) _Znaj##suffix
#endif
#define SYMLEAK_TEXT_OF(name) #name
#define SYMLEAK_TEXT(name) SYMLEAK_TEXT_OF(name)

namespace symleak {

void* allocate_plainly(std::size_t size, const Caller& caller);
void* allocate_aligned(std::size_t size, std::size_t alignment, const Caller& caller);
void give_back(void* memory);

namespace {

// Also finds it in a C++ library that the program has loaded late and privately.
void* cpp_function(const char* name) {
  if (void* function = dlsym(RTLD_NEXT, name)) return function;
  static const char* const libraries[] = {"libstdc++.so.6", "libc++.so.1"};
  for (const char* library : libraries) {
    void* handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) continue;
    void* function = dlsym(handle, name);
    dlclose(handle);
    if (function != nullptr) return function;
  }
  return nullptr;
}

template <class... Arguments>
void* from_cpp_library(const char* name, Arguments... arguments) {
  using Function = void* (*)(Arguments...);
  const auto function = reinterpret_cast<Function>(cpp_function(name));
  if (function == nullptr) std::abort();  // as a program without exceptions would
  return function(arguments...);
}

// Operators of another library that are found before the C++ library's: they are called, and what they
// take from malloc is recorded there.
bool has_others(const char* name) {
  void* function = dlsym(RTLD_NEXT, name);
  Dl_info info = {};
  if (function == nullptr || dladdr(function, &info) == 0 || info.dli_fname == nullptr) return false;
  return std::strstr(info.dli_fname, "libstdc++") == nullptr &&
         std::strstr(info.dli_fname, "libc++") == nullptr;
}

enum class Whose : std::uint8_t { Unknown, CppLibrary, Others };
std::atomic<Whose> whose{Whose::Unknown};

bool are_plain(const char* name) {
  Whose known = whose.load(std::memory_order_relaxed);
  if (__builtin_expect(known == Whose::Unknown, 0)) {
    known = has_others(name) ? Whose::Others : Whose::CppLibrary;
    whose.store(known, std::memory_order_relaxed);
  }
  return known == Whose::CppLibrary;
}

template <class... Arguments>
void delete_by(const char* name, void* memory, Arguments... arguments) {
  if (__builtin_expect(are_plain(SYMLEAK_TEXT(SYMLEAK_NEW())), 1)) return give_back(memory);
  using Function = void (*)(void*, Arguments...);
  reinterpret_cast<Function>(cpp_function(name))(memory, arguments...);
}

}  // namespace
}  // namespace symleak

using namespace symleak;

// As mangled: no C++ header declares all of them, and none of these may be compiled as what it replaces.
// NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier,bugprone-macro-parentheses)
#define SYMLEAK_HOOK extern "C" __attribute__((visibility("default")))

// `call` allocates, if the operators are the C++ library's.
#define SYMLEAK_OPERATOR_NEW(name, parameters, call, ...)                                          \
  SYMLEAK_HOOK void* name parameters {                                                             \
    void* memory = are_plain(SYMLEAK_TEXT(name)) ? call : nullptr;                                 \
    return memory != nullptr ? memory : from_cpp_library(SYMLEAK_TEXT(name), size, ##__VA_ARGS__); \
  }
#define SYMLEAK_PLAIN allocate_plainly(size == 0 ? 1 : size, SYMLEAK_CALLER())
#define SYMLEAK_ALIGNED allocate_aligned(size == 0 ? 1 : size, alignment, SYMLEAK_CALLER())
#define SYMLEAK_BOTH_NEW(suffix, parameters, call, ...)                                  \
  SYMLEAK_OPERATOR_NEW(SYMLEAK_NEW(suffix), parameters, call __VA_OPT__(, ) __VA_ARGS__) \
  SYMLEAK_OPERATOR_NEW(SYMLEAK_NEW_ARRAY(suffix), parameters, call __VA_OPT__(, ) __VA_ARGS__)

SYMLEAK_BOTH_NEW(, (std::size_t size), SYMLEAK_PLAIN)
SYMLEAK_BOTH_NEW(RKSt9nothrow_t, (std::size_t size, const void* nothrow), SYMLEAK_PLAIN, nothrow)
SYMLEAK_BOTH_NEW(St11align_val_t, (std::size_t size, std::size_t alignment), SYMLEAK_ALIGNED, alignment)
SYMLEAK_BOTH_NEW(St11align_val_tRKSt9nothrow_t,
                 (std::size_t size, std::size_t alignment, const void* nothrow), SYMLEAK_ALIGNED, alignment,
                 nothrow)

#define SYMLEAK_OPERATOR_DELETE(name, parameters, ...)                \
  SYMLEAK_HOOK void name parameters noexcept {                        \
    delete_by(SYMLEAK_TEXT(name), memory __VA_OPT__(, ) __VA_ARGS__); \
  }
#define SYMLEAK_BOTH_DELETE(suffix, parameters, ...)                             \
  SYMLEAK_OPERATOR_DELETE(_ZdlPv##suffix, parameters __VA_OPT__(, ) __VA_ARGS__) \
  SYMLEAK_OPERATOR_DELETE(_ZdaPv##suffix, parameters __VA_OPT__(, ) __VA_ARGS__)
SYMLEAK_BOTH_DELETE(, (void* memory))
SYMLEAK_BOTH_DELETE(RKSt9nothrow_t, (void* memory, const void* nothrow), nothrow)
SYMLEAK_BOTH_DELETE(St11align_val_t, (void* memory, std::size_t alignment), alignment)
SYMLEAK_BOTH_DELETE(St11align_val_tRKSt9nothrow_t, (void* memory, std::size_t alignment, const void* nothrow),
                    alignment, nothrow)
#ifdef __LP64__
SYMLEAK_BOTH_DELETE(m, (void* memory, std::size_t size), size)
SYMLEAK_BOTH_DELETE(mSt11align_val_t, (void* memory, std::size_t size, std::size_t alignment), size,
                    alignment)
#else
SYMLEAK_BOTH_DELETE(j, (void* memory, std::size_t size), size)
SYMLEAK_BOTH_DELETE(jSt11align_val_t, (void* memory, std::size_t size, std::size_t alignment), size,
                    alignment)
#endif
// NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier,bugprone-macro-parentheses)
