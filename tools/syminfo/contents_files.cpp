#include "syminfo/contents_files.h"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

#include "base/words.h"
#include "container/open.h"
#include "index/envelope.h"

namespace symkit::syminfo {
namespace {

namespace fs = std::filesystem;

bool begins_well(const fs::path& path) {
  std::array<std::uint8_t, 64> beginning{};
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  const ssize_t size = ::read(file, beginning.data(), beginning.size());
  ::close(file);
  if (size <= 0) return false;
  const Bytes bytes = Bytes(beginning).first(static_cast<std::size_t>(size));
  return container::looks_like_image(bytes) || index::looks_like_index(bytes);
}

}  // namespace

Result<FilesToShow> files_to_show(const std::string& input) {
  std::error_code error;
  if (!fs::is_directory(input, error)) return FilesToShow{{input}};
  if (input.find(".dSYM") != std::string::npos) {
    auto files = container::files_of(input);
    if (!files) return std::unexpected(files.error());
    return FilesToShow{std::move(*files)};
  }
  FilesToShow found{.files = {}, .walked = true};
  fs::recursive_directory_iterator walk(input, fs::directory_options::skip_permission_denied, error);
  for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
    std::error_code ignored;
    if (!walk->is_regular_file(ignored) || walk->is_symlink(ignored)) continue;
    if (begins_well(walk->path())) found.files.push_back(walk->path());
  }
  if (error) return fail(say(input, ": cannot be read: ", error.message()));
  if (found.files.empty()) return fail(say(input, ": holds no dSYM, Mach-O or ELF file and no index"));
  std::ranges::sort(found.files);
  return found;
}

}  // namespace symkit::syminfo
