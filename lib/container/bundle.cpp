// A dSYM is a folder; what is to be opened lies in its Contents/Resources/DWARF. Paths to the folder and to
// folders inside of it are both in use.
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/words.h"
#include "container/open.h"

namespace symkit::container {
namespace {

namespace fs = std::filesystem;

constexpr const char* inner_folder = "Contents/Resources/DWARF";

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

// The bundle that `folder` is or lies in; empty where there is none.
fs::path bundle_of(fs::path folder) {
  if (is_folder(folder / inner_folder)) return folder;
  while (!folder.empty()) {
    if (folder.extension() == ".dSYM") return folder;
    if (folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  return {};
}

// Finder leaves .DS_Store and ._name files.
bool is_hidden(const fs::path& path) { return path.filename().native().starts_with('.'); }

Result<std::vector<std::string>> files_in(const fs::path& bundle) {
  const fs::path folder = bundle / inner_folder;
  std::vector<std::string> files;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
    std::error_code ignored;
    if (!is_hidden(at->path()) && at->is_regular_file(ignored)) files.push_back(at->path().native());
  }
  if (problem)
    return fail(
        say(bundle.native(), ": a dSYM bundle whose ", inner_folder, " cannot be read: ", problem.message()));
  if (files.empty())
    return fail(say(bundle.native(), ": an empty dSYM bundle: there is no file in ", inner_folder));
  std::ranges::sort(files);
  return files;
}

}  // namespace

Result<std::vector<std::string>> files_of(const std::string& path) {
  fs::path plain(path);
  if (!plain.has_filename() && plain.has_relative_path()) plain = plain.parent_path();  // "Foo.dSYM/"
  if (!is_folder(plain)) return std::vector{path};
  const fs::path bundle = bundle_of(plain);
  if (bundle.empty()) return std::vector{path};
  return files_in(bundle);
}

}  // namespace symkit::container
