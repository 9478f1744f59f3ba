#include "answers/sourcemap/file_match.h"

#include <algorithm>
#include <array>
#include <vector>

#include "answers/sourcemap/paths.h"
#include "ground/base/characters.h"

namespace symkit::sourcemap {
namespace {

bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_of_hash(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Hexadecimal digits, or at least eight characters of base 32, 62 or 64; words have no digits.
bool is_hash(std::string_view part) {
  constexpr std::size_t shortest = 6, shortest_of_letters = 8, longest = 64;
  if (part.size() < shortest || part.size() > longest || !std::ranges::any_of(part, is_digit)) return false;
  if (std::ranges::all_of(part, is_hex)) return true;
  return part.size() >= shortest_of_letters && std::ranges::all_of(part, is_of_hash);
}

// The name's parts, each with the dot or dash before it.
std::vector<std::string_view> parts_of(std::string_view name) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t end = std::min(name.find_first_of(".-", at + 1), name.size());
    parts.push_back(name.substr(at, end - at));
    at = end;
  }
  return parts;
}

bool has_hash(std::string_view name) { return without_hash(name).size() != name.size(); }

// "https://a.org/b" → "a.org"; nothing if there is no host, as in file:///.
std::string_view host_of(std::string_view url) {
  if (!url.starts_with("http://") && !url.starts_with("https://")) return {};
  url.remove_prefix(url.find("//") + 2);
  return url.substr(0, url.find('/'));
}

// The folder of a file; nothing if its path has none.
std::string_view folder_of(std::string_view path) {
  path = without_query(path);
  if (const std::size_t scheme = path.find("://"); scheme != std::string_view::npos) {
    const std::size_t slash = path.find('/', scheme + 3);
    if (slash == std::string_view::npos) return {};
    path.remove_prefix(slash + 1);
  }
  const std::size_t end = path.find_last_of("/\\");
  if (end == std::string_view::npos || end == 0) return {};
  path = path.substr(0, end);
  return path.substr(path.find_last_of("/\\") + 1);
}

}  // namespace

bool is_internal(std::string_view url) {
  static constexpr std::array<std::string_view, 18> schemes = {
      "webpack-internal:", "webpack:",  "turbopack:", "rsc:",        "node:",    "internal/",
      "native:",           "wasm:",     "data:",      "blob:",       "about:",   "chrome:",
      "resource:",         "devtools:", "debugger:",  "javascript:", "snippet:", "evalmachine."};
  static constexpr std::array<std::string_view, 10> words = {
      "native",    "eval",   "wasm",   "anonymous", "native code",
      "eval code", "[eval]", "[wasm]", "[stdin]",   "InternalBytecode.js"};
  // Nearly all urls are of these kinds, and every frame is checked.
  if (url.empty() || url.starts_with("http") || url.starts_with('/')) return false;
  if (std::ranges::find(words, url) != words.end()) return true;
  // "<anonymous>", and other names of the engine.
  if (url.starts_with('<') && url != "<unknown>") return true;
  return std::ranges::any_of(schemes, [&](std::string_view scheme) { return url.starts_with(scheme); });
}

bool is_nameless(std::string_view url) { return url.empty() || url == "unknown" || url == "<unknown>"; }

std::string without_hash(std::string_view name) {
  std::string out;
  for (const std::string_view part : parts_of(name))
    if (out.empty() || !is_hash(part.substr(1))) out += part;
  return out;
}

std::size_t fit(std::string_view url, std::string_view name, bool loosely) {
  const std::size_t exact = common_suffix(url, name);
  if (exact != 0 || !loosely) return exact;
  const std::string_view a = base_name(url), b = base_name(name);
  // Two different hashes are of two different builds.
  if (has_hash(a) == has_hash(b)) return 0;
  return without_hash(a) == without_hash(b) ? 1 : 0;
}

Evidence evidence_of(std::string_view url, std::size_t fit) {
  return fit > 1 || has_hash(base_name(url)) ? Evidence::Path : Evidence::Name;
}

bool adds_hash(std::string_view url, std::string_view name) {
  return has_hash(base_name(url)) && !has_hash(base_name(name));
}

bool contradicts(std::string_view url, std::string_view file) {
  const std::string_view host = host_of(url), its_host = host_of(file);
  if (!host.empty() && !its_host.empty() && host != its_host) return true;
  const std::string_view folder = folder_of(url), its_folder = folder_of(file);
  if (folder.empty() || its_folder.empty() || its_folder == "." || its_folder == "..") return false;
  return folder != its_folder;
}

}  // namespace symkit::sourcemap
