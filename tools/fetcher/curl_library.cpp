#include "fetcher/curl_library.h"

#include <array>
#include <cstdarg>
#include <curl/curl.h>
#include <dlfcn.h>

#include "ground/base/words.h"

namespace symkit::fetch {
namespace {

// The second is Debian's library with the same interface and another TLS, which git depends on.
constexpr std::array<const char*, 2> names_of_library = {"libcurl.so.4", "libcurl-gnutls.so.4"};

void* library = nullptr;

template <class Function>
Function* function_of_curl(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(library, name));
}

}  // namespace
}  // namespace symkit::fetch

// The functions of libcurl that are used: a function of the same name calls each.
#define SYMKIT_CURL_FUNCTIONS(CALL)                                                           \
  CALL(CURL*, curl_easy_init, (), ())                                                         \
  CALL(void, curl_easy_cleanup, (CURL * easy), (easy))                                        \
  CALL(const char*, curl_easy_strerror, (CURLcode code), (code))                              \
  CALL(char*, curl_easy_unescape, (CURL * easy, const char* text, int size, int* plain_size), \
       (easy, text, size, plain_size))                                                        \
  CALL(void, curl_free, (void* memory), (memory))                                             \
  CALL(CURLcode, curl_global_init, (long flags), (flags))                                     \
  CALL(void, curl_global_cleanup, (), ())                                                     \
  CALL(CURLM*, curl_multi_init, (), ())                                                       \
  CALL(CURLMcode, curl_multi_cleanup, (CURLM * multi), (multi))                               \
  CALL(CURLMcode, curl_multi_add_handle, (CURLM * multi, CURL * easy), (multi, easy))         \
  CALL(CURLMcode, curl_multi_remove_handle, (CURLM * multi, CURL * easy), (multi, easy))      \
  CALL(CURLMcode, curl_multi_perform, (CURLM * multi, int* running), (multi, running))        \
  CALL(CURLMsg*, curl_multi_info_read, (CURLM * multi, int* left), (multi, left))             \
  CALL(CURLMcode, curl_multi_poll,                                                            \
       (CURLM * multi, curl_waitfd * others, unsigned count, int patience_ms, int* ready),    \
       (multi, others, count, patience_ms, ready))                                            \
  CALL(curl_slist*, curl_slist_append, (curl_slist * list, const char* line), (list, line))   \
  CALL(void, curl_slist_free_all, (curl_slist * list), (list))

#define SYMKIT_CURL_CALL(result, name, parameters, arguments)                            \
  extern "C" result name parameters {                                                    \
    static auto* const call = symkit::fetch::function_of_curl<result parameters>(#name); \
    return call arguments;                                                               \
  }
SYMKIT_CURL_FUNCTIONS(SYMKIT_CURL_CALL)
#undef SYMKIT_CURL_CALL

// The type of an option's argument follows from its number.
template <class Code, class Handle, class Option>
static Code set_option(const char* name, Handle* handle, Option option, std::va_list& values) {
  using Set = Code(Handle*, Option, ...);
  auto* const set = symkit::fetch::function_of_curl<Set>(name);
  const auto kind = static_cast<int>(option) / 10000 * 10000;
  if (kind == CURLOPTTYPE_LONG) return set(handle, option, va_arg(values, long));
  if (kind == CURLOPTTYPE_OFF_T) return set(handle, option, va_arg(values, curl_off_t));
  return set(handle, option, va_arg(values, void*));
}

// The enumerations before the dots are libcurl's own declaration: as wide as int, they are passed as they
// are.
#pragma GCC diagnostic ignored "-Wvarargs"

extern "C" CURLcode(curl_easy_setopt)(CURL* easy, CURLoption option, ...) {
  std::va_list values;
  va_start(values, option);
  const CURLcode code = set_option<CURLcode>("curl_easy_setopt", easy, option, values);
  va_end(values);
  return code;
}

extern "C" CURLMcode(curl_multi_setopt)(CURLM* multi, CURLMoption option, ...) {
  std::va_list values;
  va_start(values, option);
  const CURLMcode code = set_option<CURLMcode>("curl_multi_setopt", multi, option, values);
  va_end(values);
  return code;
}

extern "C" CURLcode(curl_easy_getinfo)(CURL* easy, CURLINFO what, ...) {
  using Get = CURLcode(CURL*, CURLINFO, ...);
  static auto* const get = symkit::fetch::function_of_curl<Get>("curl_easy_getinfo");
  std::va_list values;
  va_start(values, what);
  void* const place = va_arg(values, void*);
  va_end(values);
  return get(easy, what, place);
}

namespace symkit::fetch {

Result<void> load_curl() {
  for (const char* const name : names_of_library) {
    library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) break;
  }
  if (library == nullptr)
    return fail(
        "fetching needs libcurl: install libcurl4 (Debian, Ubuntu) or libcurl (Fedora, "
        "openSUSE, "
        "Arch)");
#define SYMKIT_CURL_NAME(result, name, parameters, arguments) #name,
  for (const char* const name :
       {SYMKIT_CURL_FUNCTIONS(SYMKIT_CURL_NAME) "curl_easy_setopt", "curl_multi_setopt", "curl_easy_getinfo"})
    if (::dlsym(library, name) == nullptr)
      return fail(say("the system's libcurl is too old: it has no ", name, " (7.66 or later is needed)"));
#undef SYMKIT_CURL_NAME
  return {};
}

}  // namespace symkit::fetch
