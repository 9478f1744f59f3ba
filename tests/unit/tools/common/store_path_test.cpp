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

symkit::store::Chain stores(const std::vector<std::string>& given) {
  Console console("tool", symkit::tools::ColorChoice::Never);
  return symkit::tools::stores(given, console).value();
}

using Stores = symkit::store::Chain;

}  // namespace

TEST_CASE("stores are where it is said that they are, else in the cache folder") {
  environment("/env /other", "/cache", "/home/me");
  CHECK(stores({"given"}) == Stores{"given"});
  CHECK(stores({"given,second", "third"}) == Stores{"given", "second", "third"});
  CHECK(stores({}) == Stores{"/env", "/other"});
  environment("", "/cache", "/home/me");
  CHECK(stores({}) == Stores{"/cache/symkit"});
  environment(nullptr, "relative", "/home/me");
  CHECK(stores({}) == Stores{"/home/me/.cache/symkit"});
  environment(nullptr, nullptr, nullptr);
  CHECK(stores({}).empty());
}
