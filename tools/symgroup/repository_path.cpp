#include "symgroup/repository_path.h"

#include <algorithm>

namespace symkit::symgroup {
namespace {

// The path with forward slashes only; empty if it would lead out of a folder.
std::string plain_path(std::string_view from_log) {
  std::string file(from_log);
  std::ranges::replace(file, '\\', '/');
  std::string_view rest = file;
  while (rest.starts_with("../") || rest.starts_with("./") || rest.starts_with("/"))
    rest.remove_prefix(rest.find('/') + 1);
  const bool leads_out = rest.contains("../") || rest.ends_with("..") || rest.contains('\0');
  return leads_out ? std::string() : std::string(rest);
}

}  // namespace

std::string longest_end(std::string_view file, const std::function<bool(const std::string& path)>& is_there) {
  std::string path = plain_path(file);
  while (!path.empty() && !is_there(path)) {
    const std::size_t slash = path.find('/');
    path.erase(0, slash == std::string::npos ? path.size() : slash + 1);
  }
  return path;
}

}  // namespace symkit::symgroup
