#include "common/store_path.h"

#include <cstdlib>
#include <string>

#include "doctest/doctest.h"

using symkit::tools::Console;

namespace {

void environment(const char* store, const char* cache, const char* home) {
  const auto put = [](const char* name, const char* value) {
    value == nullptr ? unsetenv(name) : setenv(name, value, 1);
  };
  put("SYMKIT_STORE", store);
  put("XDG_CACHE_HOME", cache);
  put("HOME", home);
}

std::string store_path(const std::string& given) {
  Console console("tool", symkit::tools::ColorChoice::Never);
  return symkit::tools::store_path(given, console);
}

}  // namespace

TEST_CASE("the store is where it is said to be, else in the cache folder") {
  environment("/env", "/cache", "/home/me");
  CHECK(store_path("given") == "given");
  CHECK(store_path("") == "/env");
  environment("", "/cache", "/home/me");
  CHECK(store_path("") == "/cache/symkit");
  environment(nullptr, "relative", "/home/me");
  CHECK(store_path("") == "/home/me/.cache/symkit");
  environment(nullptr, nullptr, nullptr);
  CHECK(store_path("").empty());
}
