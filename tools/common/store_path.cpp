#include "common/store_path.h"

#include "base/environment.h"

namespace symkit::tools {

std::string cache_path() {
  // The XDG specification wants relative paths ignored.
  if (const std::string cache = environment("XDG_CACHE_HOME"); cache.starts_with('/'))
    return cache + "/symkit";
  if (const std::string home = environment("HOME"); !home.empty()) return home + "/.cache/symkit";
  return {};
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
