#include "ground/io/foreign_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <linux/magic.h>
#include <string_view>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <utility>

#include "ground/base/words.h"

namespace symkit::io {
namespace {

namespace fs = std::filesystem;

// The link to the file of a handle.
std::string link_of(int handle) { return say("/proc/self/fd/", handle); }

bool is_below(std::string_view place, std::string_view folder) {
  while (folder.ends_with('/')) folder.remove_suffix(1);
  return place.size() > folder.size() && place.starts_with(folder) && place[folder.size()] == '/';
}

// In any mount: containers have the host's file systems in other places, too.
bool is_of_system(int handle) {
  struct statfs system{};
  return ::fstatfs(handle, &system) == 0 &&
         (system.f_type == PROC_SUPER_MAGIC || system.f_type == SYSFS_MAGIC);
}

}  // namespace

std::optional<ForeignFile> ForeignFile::find(const std::string& path) {
  const int handle = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (handle < 0) return std::nullopt;
  return ForeignFile(handle);
}

ForeignFile::ForeignFile(int handle) : handle_(handle) {
  struct stat status{};
  if (::fstat(handle_, &status) == 0) {
    is_regular_ = S_ISREG(status.st_mode);
    size_ = static_cast<std::uint64_t>(status.st_size);
    changed_ = status.st_mtim.tv_sec;
  }
  std::error_code unknown;
  place_ = fs::read_symlink(link_of(handle_), unknown);
}

ForeignFile::ForeignFile(ForeignFile&& other) noexcept
    : handle_(std::exchange(other.handle_, -1)),
      place_(std::move(other.place_)),
      size_(other.size_),
      changed_(other.changed_),
      is_regular_(other.is_regular_) {}

ForeignFile::~ForeignFile() {
  if (handle_ >= 0) ::close(handle_);
}

Result<void> ForeignFile::is_ordinary() const {
  if (!is_regular_) return fail("it is not a regular file");
  for (const std::string_view folder : {"/proc", "/sys", "/dev"})
    if (is_below(place_, folder)) return fail(say("it is below ", folder));
  if (is_of_system(handle_)) return fail("it is not a real file (/proc, /sys)");
  return {};
}

bool ForeignFile::lies_below(const std::string& folder) const {
  std::error_code missing;
  const std::string truly = fs::canonical(folder.empty() ? "." : folder, missing);
  return !missing && is_below(place_, truly);
}

Result<std::string> ForeignFile::read() const {
  const int content = ::open(link_of(handle_).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (content < 0) return fail(std::strerror(errno));
  std::string text(size_, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t count = ::read(content, text.data() + size, text.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    size += static_cast<std::size_t>(count);
  }
  ::close(content);
  text.resize(size);
  return text;
}

}  // namespace symkit::io
