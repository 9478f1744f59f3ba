#include <algorithm>
#include <filesystem>

#include "answers/retrace/partition_archive.h"
#include "files/container/open.h"
#include "find/intake/input_kind.h"
#include "ground/base/words.h"

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

// Adds the images of an archive in the folder to the folder's files.
void add_images_of_archive(const std::string& path, FilesBehind& behind) {
  auto images = container::images_in_archive(
      path, [&](std::string message) { behind.passed_over.push_back(std::move(message)); });
  if (!images) {
    behind.passed_over.push_back(say(images.error().message, "; skipped"));
  } else {
    std::ranges::move(*images, std::back_inserter(behind.files));
  }
}

Result<FilesBehind> inputs_below(const std::string& folder) {
  FilesBehind behind{.walked = true};
  std::error_code error;
  fs::recursive_directory_iterator walk(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
    std::error_code ignored;
    if (!walk->is_regular_file(ignored) || walk->is_symlink(ignored)) continue;
    if (container::is_embedded_in_bundle(walk->path().native())) continue;
    io::Beginning beginning(walk->path());
    const bool is_one_mapping = retrace::is_partitioned_mapping(walk->path(), beginning.bytes());
    if (!is_one_mapping && container::looks_like_archive(beginning.bytes())) {
      add_images_of_archive(walk->path(), behind);
    } else if (is_one_mapping || is_input_in_folder(walk->path(), beginning)) {
      behind.files.push_back(walk->path());
    }
  }
  if (error) return fail(say(folder, ": cannot be read: ", error.message()));
  if (behind.files.empty()) return fail(say(folder, ": holds ", none_of_all_kinds()));
  std::ranges::sort(behind.files);
  return behind;
}

}  // namespace

Result<FilesBehind> files_behind(const std::string& path) {
  std::error_code error;
  if (retrace::is_partitioned_mapping(path, io::Beginning(path).bytes())) return FilesBehind{{path}};
  const bool is_archive = container::is_archive(path);
  if (!is_archive && !fs::is_directory(path, error)) return FilesBehind{{path}};
  if (!is_archive && path.find(".dSYM") == std::string::npos) return inputs_below(path);
  FilesBehind behind{.walked = is_archive};
  auto files = container::files_of(
      path, [&](std::string message) { behind.passed_over.push_back(std::move(message)); });
  if (!files) return fail(files.error());
  behind.files = std::move(*files);
  return behind;
}

}  // namespace symkit::intake
