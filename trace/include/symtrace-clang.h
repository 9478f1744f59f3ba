/* Included ahead of each file by what `symtrace-config --cflags clang` says: keeps hooks out of libstdc++'s
 * templates, as `--cflags gcc` does with an option that Clang does not have. What Clang has is an attribute
 * for all functions between two places; where libstdc++'s namespaces begin and end it has macros that stand
 * for nothing. */
#ifndef SYMTRACE_CLANG_H
#define SYMTRACE_CLANG_H

#if defined(__clang__) && defined(__cplusplus)
#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
/* In a build of libstdc++ that puts its version into names they stand for a namespace. */
#if defined(_GLIBCXX_BEGIN_NAMESPACE_VERSION) && !_GLIBCXX_INLINE_VERSION
#undef _GLIBCXX_BEGIN_NAMESPACE_VERSION
#undef _GLIBCXX_END_NAMESPACE_VERSION
#define _GLIBCXX_BEGIN_NAMESPACE_VERSION \
  _Pragma("clang attribute push(__attribute__((no_instrument_function)), apply_to = function)")
#define _GLIBCXX_END_NAMESPACE_VERSION _Pragma("clang attribute pop")
#endif
#endif
#endif
#endif
