#include "debug/companions/paths.h"

#include <algorithm>
#include <filesystem>

#include "ground/base/words.h"

namespace symkit::companions {

namespace fs = std::filesystem;

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

std::string joined(std::string_view folder, std::string_view path) {
  return folder.ends_with('/') ? say(folder, path) : say(folder, '/', path);
}

bool leaves_folder(std::string_view path) {
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    if (path.substr(0, slash) == "..") return true;
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return false;
}

std::vector<std::string> folders_of(const std::string& path) {
  if (path.empty()) return {};
  std::vector<std::string> folders = {folder_of(path)};
  std::error_code missing;
  if (!fs::is_symlink(path, missing)) return folders;
  const std::string truly = fs::canonical(path, missing);
  if (!missing && folder_of(truly) != folders.front()) folders.push_back(folder_of(truly));
  return folders;
}

std::vector<std::string> mapped_paths(const std::string& path,
                                      const std::vector<std::pair<std::string, std::string>>& maps) {
  std::vector<std::string> mapped;
  for (const auto& [old, replacement] : maps) {
    if (!path.starts_with(old)) continue;
    const std::string_view rest = std::string_view(path).substr(old.size());
    if (!leaves_folder(rest)) mapped.push_back(replacement + std::string(rest));
  }
  return mapped;
}

}  // namespace symkit::companions
