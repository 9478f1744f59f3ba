#include "logs/script/url.h"

#include <algorithm>
#include <array>

namespace symkit::script {

std::string_view without_query(std::string_view url) {
  url = url.substr(0, std::min(url.find('?'), url.find('#')));
  const std::size_t first = url.find('&');
  const bool is_for_jsc = first != std::string_view::npos && url.substr(0, first).ends_with("//");
  return is_for_jsc ? url.substr(0, first - 2) : url;
}

std::string_view base_name(std::string_view path) {
  path = without_query(path);
  static_assert(std::string_view::npos + 1 == 0);
  return path.substr(std::max(path.rfind('/') + 1, path.rfind('\\') + 1));
}

bool looks_like_script(std::string_view url) {
  if (url.find("://") != std::string_view::npos || url.find('/') != std::string_view::npos ||
      url.starts_with("node:") || url.starts_with("webpack") || url.find('\\') != std::string_view::npos)
    return true;
  const std::string_view name = base_name(url);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return name == "bundle" || name.starts_with('<') || name == "unknown";
  constexpr std::array extensions = {"js",     "mjs",      "cjs", "jsx", "ts",   "tsx",    "mts", "cts",
                                     "bundle", "jsbundle", "hbc", "vue", "html", "svelte", "wasm"};
  return std::ranges::find(extensions, name.substr(dot + 1)) != extensions.end();
}

}  // namespace symkit::script
