#include <algorithm>
#include <filesystem>

#include "base/words.h"
#include "container/open.h"
#include "intake/input_kind.h"

namespace symkit::intake {
namespace {

namespace fs = std::filesystem;

// "no mapping and no source map"
std::string none_of_all_kinds() {
  std::string text;
  std::size_t left = input_kinds().size();
  for (const InputKind& kind : input_kinds())
    text += say(text.empty() ? "no " : --left == 1 ? " and no " : ", no ", kind.called);
  return text;
}

Result<std::vector<std::string>> inputs_below(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator walk(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
    std::error_code ignored;
    if (!walk->is_regular_file(ignored) || walk->is_symlink(ignored)) continue;
    if (is_input_in_folder(walk->path())) files.push_back(walk->path());
  }
  if (error) return fail(say(folder, ": cannot be read: ", error.message()));
  if (files.empty()) return fail(say(folder, ": holds ", none_of_all_kinds()));
  std::ranges::sort(files);
  return files;
}

}  // namespace

Result<FilesBehind> files_behind(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return FilesBehind{{path}};
  if (path.find(".dSYM") == std::string::npos) {
    auto files = inputs_below(path);
    if (!files) return fail(files.error());
    return FilesBehind{std::move(*files), true};
  }
  FilesBehind behind;
  auto files = container::files_of(
      path, [&](std::string message) { behind.passed_over.push_back(std::move(message)); });
  if (!files) return fail(files.error());
  behind.files = std::move(*files);
  return behind;
}

}  // namespace symkit::intake
