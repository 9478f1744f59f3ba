#include "common/store_path.h"

#include <utility>

#include "ground/base/environment.h"

namespace symkit::tools {

std::string cache_path() {
  const std::string home = cache_home();
  return home.empty() ? home : home + "/symkit";
}

namespace {

store::Chain stores_given(const std::vector<std::string>& given) {
  store::Chain chain;
  for (const std::string& text : given)
    for (std::string& store : store::read_chain(text)) chain.push_back(std::move(store));
  return chain;
}

}  // namespace

Result<store::Chain> stores(const std::vector<std::string>& given, Console& console) {
  store::Chain chain = stores_given(given);
  if (chain.empty()) chain = store::read_chain(environment("SYMKIT_STORE"), store::Between::CommasAndBlanks);
  if (const auto usable = store::check_chain(chain); !usable) return fail(usable.error());
  if (!chain.empty()) return chain;
  if (std::string cache = cache_path(); !cache.empty()) return store::Chain{std::move(cache)};
  console.warning_once("there is no default store because HOME is not set; name a folder with --store DIR");
  return chain;
}

}  // namespace symkit::tools
