#include "debug/companions/candidates.h"

#include <algorithm>
#include <filesystem>

#include "debug/companions/paths.h"
#include "ground/base/words.h"

namespace symkit::companions {
namespace {

namespace fs = std::filesystem;

// Longer than any system allows, and deeper than any build.
constexpr std::size_t longest_path = 4096;
constexpr unsigned deepest_path = 24;

void add_new(std::vector<std::string>& all, std::string one) {
  if (std::ranges::find(all, one) == all.end()) all.push_back(std::move(one));
}

// Files that are looked for by name: split units, and object files (debug map) with their archives.
bool is_companion(std::string_view path) {
  return path.ends_with(".dwo") || path.ends_with(".dwp") || path.ends_with(".o") || path.ends_with(".a");
}

// For "app.debug" also "app".
void add_package_names(std::vector<std::string>& names, std::string_view name) {
  constexpr std::string_view suffix = ".debug";
  if (name.empty() || name.contains('/')) return;
  add_new(names, say(name, ".dwp"));
  if (name.ends_with(suffix)) add_new(names, say(name.substr(0, name.size() - suffix.size()), ".dwp"));
}

// A debug file in a folder .debug belongs to the files next to that folder.
void add_folders(std::vector<std::string>& folders, const std::string& path) {
  for (const std::string& folder : folders_of(path)) {
    add_new(folders, folder);
    if (base_name(folder) == ".debug") add_new(folders, folder_of(folder));
  }
}

}  // namespace

SplitCandidates::SplitCandidates(const Asker& asker, const Places& places) : places_(places) {
  std::error_code missing;
  add_package_names(package_names_, base_name(asker.path));
  if (fs::is_symlink(asker.path, missing))
    add_package_names(package_names_, base_name(fs::canonical(asker.path, missing).string()));
  add_package_names(package_names_, asker.name);
  add_package_names(package_names_, base_name(asker.beside));
  add_package_names(package_names_, asker.debug_link);
  add_folders(own_folders_, asker.path);
  add_folders(own_folders_, asker.beside);
}

std::vector<Candidate> SplitCandidates::packages() const {
  std::vector<Candidate> found;
  for (const std::string& folder : own_folders_)
    for (const std::string& name : package_names_) found.push_back({joined(folder, name), folder});
  std::error_code missing;
  for (const std::string& folder : places_.folders) {
    if (folder.ends_with(".dwp") && fs::is_regular_file(folder, missing))
      found.push_back({folder, folder, false});
    for (const std::string& name : package_names_) found.push_back({joined(folder, name), folder});
    for (const std::string& name : package_names_)
      for (std::string& path : names_.called(folder, name)) found.push_back({std::move(path), folder});
  }
  return found;
}

bool SplitCandidates::each_for(std::string_view name, std::string_view folder, const Try& is_it) const {
  if (name.empty() || name.size() + folder.size() > longest_path) return false;
  if (as_compiled(name, folder, is_it)) return true;
  for (const std::string& own : own_folders_) {
    if (!name.starts_with('/') && below(own, joined(folder.starts_with('/') ? "." : folder, name), is_it))
      return true;
    if (below(own, base_name(name), is_it)) return true;
  }
  const std::string whole = name.starts_with('/') ? std::string(name) : joined(folder, name);
  for (const std::string& symbols : places_.folders) {
    std::error_code missing;
    if (!fs::is_directory(symbols, missing)) {
      if (is_companion(symbols) && is_it({symbols, symbols, false})) return true;
      continue;
    }
    // The path as it was built, without the build machine's beginning: the longest end first.
    std::string_view end = whole;
    for (unsigned depth = 0; depth < deepest_path && !end.empty(); ++depth) {
      if (below(symbols, end, is_it)) return true;
      end.remove_prefix(std::min(end.find('/', 1), end.size()));
      while (end.starts_with('/')) end.remove_prefix(1);
    }
    if (by_name_below(symbols, base_name(name), is_it)) return true;
  }
  return false;
}

// Where the compiler put it.
bool SplitCandidates::as_compiled(std::string_view name, std::string_view folder, const Try& is_it) const {
  const std::string path = name.starts_with('/') ? std::string(name) : joined(folder, name);
  if (!path.starts_with('/')) return false;
  for (const std::string& mapped : mapped_paths(path, places_.path_maps))
    if (is_it({mapped, folder_of(mapped), false})) return true;
  return places_.follows_paths && is_it({path, folder_of(path), false});
}

bool SplitCandidates::below(const std::string& folder, std::string_view path, const Try& is_it) const {
  while (path.starts_with('/') || path.starts_with("./")) path.remove_prefix(1);
  if (path.empty() || leaves_folder(path)) return false;
  return is_it({joined(folder, path), folder});
}

bool SplitCandidates::by_name_below(const std::string& folder, std::string_view base_name,
                                    const Try& is_it) const {
  for (std::string& path : names_.called(folder, base_name))
    if (is_it({std::move(path), folder})) return true;
  return false;
}

std::vector<std::string> SplitCandidates::Names::called(const std::string& folder, std::string_view name) {
  const std::scoped_lock lock(mutex_);
  const auto [known, is_new] = folders_.try_emplace(folder);
  if (is_new) {
    std::error_code error;
    fs::recursive_directory_iterator walk(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
      const std::string path = walk->path();
      if (is_companion(path)) known->second.emplace(std::string(base_name(path)), path);
    }
  }
  std::vector<std::string> paths;
  const auto [first, end] = known->second.equal_range(std::string(name));
  for (auto at = first; at != end; ++at) paths.push_back(at->second);
  std::ranges::sort(paths);
  return paths;
}

}  // namespace symkit::companions
