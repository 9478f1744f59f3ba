#include "common/store_path.h"

#include <cstdlib>
#include <string>

#include "doctest/doctest.h"

using symkit::tools::store_path;

namespace {

void environment(const char* store, const char* cache, const char* home) {
  const auto put = [](const char* name, const char* value) {
    value == nullptr ? unsetenv(name) : setenv(name, value, 1);
  };
  put("SYMKIT_STORE", store);
  put("XDG_CACHE_HOME", cache);
  put("HOME", home);
}

}  // namespace

TEST_CASE("the store is where it is said to be, else in the cache folder") {
  environment("/env", "/cache", "/home/me");
  CHECK(store_path("given").value() == "given");
  CHECK(store_path("").value() == "/env");
  environment("", "/cache", "/home/me");
  CHECK(store_path("").value() == "/cache/symkit");
  environment(nullptr, "relative", "/home/me");
  CHECK(store_path("").value() == "/home/me/.cache/symkit");
  environment(nullptr, nullptr, nullptr);
  CHECK_FALSE(store_path(""));
}
