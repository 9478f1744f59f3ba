#include <algorithm>
#include <array>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

#include "base/words.h"
#include "intake/intake.h"
#include "intake/mappings.h"
#include "intake/source_maps.h"

namespace symkit::intake {
namespace {

namespace fs = std::filesystem;

bool begins_like_image(const fs::path& path) {
  std::array<std::uint8_t, 64> beginning{};
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  const ssize_t size = ::read(file, beginning.data(), beginning.size());
  ::close(file);
  return size > 0 && container::looks_like_image(Bytes(beginning).first(static_cast<std::size_t>(size)));
}

// A walk looks into every file it meets; only those that carry the name of one are taken for mappings.
bool begins_like_mapping(const fs::path& path) {
  const std::string name = path.filename();
  return name.find("mapping") != std::string::npos && is_mapping(path);
}

Result<std::vector<std::string>> images_below(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator walk(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
    std::error_code ignored;
    if (!walk->is_regular_file(ignored) || walk->is_symlink(ignored)) continue;
    if (begins_like_image(walk->path()) || begins_like_mapping(walk->path()) ||
        is_named_like_source_map(walk->path()))
      files.push_back(walk->path());
  }
  if (error) return fail(say(folder, ": cannot be read: ", error.message()));
  if (files.empty())
    return fail(say(folder, ": holds no dSYM, Mach-O or ELF file, no mapping and no source map"));
  std::ranges::sort(files);
  return files;
}

}  // namespace

Result<FilesBehind> files_behind(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return FilesBehind{{path}};
  if (path.find(".dSYM") == std::string::npos) {
    auto files = images_below(path);
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
