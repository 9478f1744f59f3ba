#include "common/store_path.h"

#include "base/environment.h"

namespace symkit::tools {

std::string cache_path() {
  const std::string home = cache_home();
  return home.empty() ? home : home + "/symkit";
}

std::string store_path(const std::string& given, Console& console) {
  if (!given.empty()) return given;
  if (std::string store = environment("SYMKIT_STORE"); !store.empty()) return store;
  std::string cache = cache_path();
  if (cache.empty())
    console.warning_once("there is no store, as HOME is not set; --store DIR names a folder");
  return cache;
}

}  // namespace symkit::tools
