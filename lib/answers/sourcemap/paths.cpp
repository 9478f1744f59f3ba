#include "answers/sourcemap/paths.h"

#include <algorithm>
#include <array>
#include <vector>

namespace symkit::sourcemap {
namespace {

bool is_scheme_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '-' ||
         c == '.';
}

// The length of "https://" or "webpack://"; 0 if there is none.
std::size_t scheme_length(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && is_scheme_character(text[at])) ++at;
  return at > 1 && text.substr(at, 3) == "://" ? at + 3 : 0;
}

// Schemes that name the bundler, not the place of the file.
bool is_bundlers(std::string_view scheme) {
  constexpr std::array bundlers = {
      "webpack://", "webpack-internal://", "turbopack://", "rollup://", "parcel://", "vite://", "ng://",
      "metro://"};
  for (const std::string_view one : bundlers)
    if (scheme == one) return true;
  return false;
}

// "./a", "a/../b" and "../../b" without dots; leading ".." are dropped.
std::string without_dots(std::string_view path) {
  const bool absolute = path.starts_with('/');
  std::vector<std::string_view> kept;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string_view part = path.substr(at, end - at);
    at = end + 1;
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      kept.push_back(part);
    } else if (!kept.empty()) {
      kept.pop_back();
    }
  }
  std::string out = absolute ? "/" : "";
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (i != 0) out += '/';
    out += kept[i];
  }
  return out;
}

// webpack adds loaders before a module and its kind after it: "(webpack)/a.js", "./a.vue?9a2b".
std::string_view without_bundlers_root(std::string_view path) {
  while (path.starts_with('/')) path.remove_prefix(1);
  if (path.starts_with("[project]/")) path.remove_prefix(10);
  // A layer: "(app-pages-browser)/./src/a.js". webpack's own files have no dot there: "(webpack)/a.js".
  if (const std::size_t layer = path.find(")/./"); path.starts_with('(') && layer < path.find('/'))
    path.remove_prefix(layer + 2);
  return path;
}

}  // namespace

std::string with_root(std::string_view root, std::string_view name) {
  if (root.empty()) return std::string(name);
  if (name.starts_with('/') || scheme_length(name) != 0) return std::string(name);
  std::string out(root);
  if (!root.ends_with('/')) out += '/';
  return out += name;
}

std::string tidied(std::string_view name) {
  const std::size_t scheme = scheme_length(name);
  if (scheme != 0 && is_bundlers(name.substr(0, scheme))) {
    const std::string_view rest = name.substr(scheme);
    // webpack://namespace/./a.js: the first part is the bundle's name if a dot or a layer follows it.
    const std::size_t slash = rest.find('/');
    const bool has_namespace =
        slash != 0 && slash != std::string_view::npos && slash + 1 < rest.size() &&
        (rest[slash + 1] == '.' || (rest[slash + 1] == '(' && rest.find(")/./") != std::string_view::npos));
    return tidied(without_query(without_bundlers_root(has_namespace ? rest.substr(slash + 1) : rest)));
  }
  if (scheme != 0) {
    const std::size_t path = name.find('/', scheme);
    if (path == std::string_view::npos) return std::string(name);
    return std::string(name.substr(0, path)) + without_dots(name.substr(path));
  }
  if (name.starts_with("/@fs/")) name.remove_prefix(4);
  if (name.find('/') == std::string_view::npos) return std::string(name);
  const std::string plain = without_dots(name);
  return plain.empty() ? std::string(name) : plain;
}

std::size_t common_suffix(std::string_view a, std::string_view b) {
  a = without_query(a);
  b = without_query(b);
  std::size_t parts = 0;
  while (!a.empty() && !b.empty()) {
    const std::size_t slash_a = a.find_last_of("/\\") + 1, slash_b = b.find_last_of("/\\") + 1;
    if (a.substr(slash_a) != b.substr(slash_b)) break;
    ++parts;
    a = a.substr(0, slash_a == 0 ? 0 : slash_a - 1);
    b = b.substr(0, slash_b == 0 ? 0 : slash_b - 1);
  }
  return parts;
}

}  // namespace symkit::sourcemap
