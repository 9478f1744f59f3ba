#include "find/catalogue/file_system.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <memory>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace symkit::catalogue {
namespace {

constexpr std::int64_t second = 1'000'000'000;

std::int64_t nanoseconds(const timespec& time) { return time.tv_sec * second + time.tv_nsec; }

Stamp stamp_of_status(const struct stat& status) {
  return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
          nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)};
}

constexpr auto made_up = std::to_array<decltype(std::declval<struct statfs>().f_type)>(
    {PROC_SUPER_MAGIC, SYSFS_MAGIC, DEBUGFS_MAGIC, TRACEFS_MAGIC, SECURITYFS_MAGIC, CGROUP_SUPER_MAGIC,
     CGROUP2_SUPER_MAGIC, DEVPTS_SUPER_MAGIC, BPF_FS_MAGIC, PSTOREFS_MAGIC});

}  // namespace

Folder::Folder(const std::string& path, bool may_be_link)
    : descriptor_(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | (may_be_link ? 0 : O_NOFOLLOW))) {
}

Folder::~Folder() {
  if (opened()) ::close(descriptor_);
}

bool Folder::is_made_up() const {
  struct statfs system{};
  return ::fstatfs(descriptor_, &system) == 0 && std::ranges::find(made_up, system.f_type) != made_up.end();
}

std::optional<Stamp> Folder::stamp() const {
  struct stat status{};
  if (::fstat(descriptor_, &status) != 0) return std::nullopt;
  return stamp_of_status(status);
}

std::optional<Stamp> Folder::stamp_of(std::string_view name) const {
  struct stat status{};
  const std::string path(name);
  if (::fstatat(descriptor_, path.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  return stamp_of_status(status);
}

Folder::Contents Folder::contents() const {
  Contents contents;
  // closedir() closes the descriptor that it was given.
  const std::unique_ptr<DIR, int (*)(DIR*)> all(::fdopendir(::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0)),
                                                &::closedir);
  if (!all) return contents;
  while (const dirent* entry = ::readdir(all.get())) {
    const std::string_view name = entry->d_name;
    unsigned char type = entry->d_type;
    struct stat status{};
    // Some file systems do not report the type.
    if (type == DT_UNKNOWN && ::fstatat(descriptor_, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0)
      type = S_ISDIR(status.st_mode) ? DT_DIR : S_ISREG(status.st_mode) ? DT_REG : DT_UNKNOWN;
    if (type == DT_REG) contents.files.emplace_back(name);
    if (type == DT_DIR && name != "." && name != "..") contents.folders.emplace_back(name);
  }
  std::ranges::sort(contents.files);
  std::ranges::sort(contents.folders);
  return contents;
}

std::optional<bool> Folder::begins_like_image(std::string_view name) const {
  // O_NONBLOCK: it may have become a FIFO since.
  const int file =
      ::openat(descriptor_, std::string(name).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  if (file < 0) return std::nullopt;
  struct stat status{};
  std::array<std::uint8_t, 640> beginning{};  // an x86 boot image is known by its second sector
  const bool regular = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  const ssize_t size = regular ? ::pread(file, beginning.data(), beginning.size(), 0) : -1;
  ::close(file);
  if (size < 0) return std::nullopt;
  return may_have_images(name, Bytes(beginning).first(static_cast<std::size_t>(size)));
}

std::optional<Stamp> folder_stamp(const std::string& path) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return std::nullopt;
  return stamp_of_status(status);
}

std::int64_t now() {
  timespec time{};
  ::clock_gettime(CLOCK_REALTIME, &time);
  return nanoseconds(time);
}

}  // namespace symkit::catalogue
