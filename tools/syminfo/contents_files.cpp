#include "syminfo/contents_files.h"

#include <filesystem>

#include "common/folder_walk.h"
#include "files/container/open.h"
#include "ground/base/words.h"

namespace symkit::syminfo {
namespace {

namespace fs = std::filesystem;

Result<FilesToShow> files_in(const std::string& folder, const Options& options) {
  print::Progress progress(options.progress);
  const auto looked = tools::look_through(folder, progress, [](const std::string&) {});
  if (!looked) return fail(looked.error());
  FilesToShow found{.files = {}, .walked = true};
  for (const catalogue::NamedFile& file : catalogue::files_with_images(*looked))
    found.files.push_back(tools::path_in(folder, file.path));
  const std::string passed_over = tools::told_of_passed_over(*looked, folder);
  if (found.files.empty())
    return fail(
        say(folder, ": holds no binary, debug file or index", passed_over.empty() ? "" : "; ", passed_over));
  if (!passed_over.empty()) found.passed_over = say(folder, ": ", passed_over);
  return found;
}

}  // namespace

Result<FilesToShow> files_to_show(const std::string& input, const Options& options) {
  std::error_code ignored;
  std::string passed_over;
  auto files = container::files_of(
      input, [&](const std::string& stray) { passed_over += (passed_over.empty() ? "" : "; ") + stray; });
  if (!files) return fail(files.error());
  const bool is_itself = files->size() == 1 && files->front() == input;
  if (is_itself && fs::is_directory(input, ignored)) return files_in(input, options);
  return FilesToShow{.files = std::move(*files), .passed_over = std::move(passed_over)};
}

}  // namespace symkit::syminfo
