#include "symcore/crash_folder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <map>
#include <optional>
#include <sys/stat.h>
#include <vector>

#include "ground/base/words.h"
#include "ground/io/atomic_file.h"

namespace symkit::symcore {
namespace {

constexpr std::size_t most_crashes = 1000;

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// "till.4711" of "till.4711.txt"; nothing if it is not a handler's file.
std::optional<std::string> crash_of(std::string_view file) {
  constexpr std::array<std::string_view, 3> kinds = {".txt", ".json", ".core"};
  const auto kind = std::ranges::find_if(kinds, [&](std::string_view one) { return file.ends_with(one); });
  if (kind == kinds.end()) return std::nullopt;
  file.remove_suffix(kind->size());
  const std::size_t dot = file.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == file.size()) return std::nullopt;
  const bool is_process =
      std::ranges::all_of(file.substr(dot + 1), [](char c) { return c >= '0' && c <= '9'; });
  return is_process ? std::optional<std::string>(file) : std::nullopt;
}

struct Crash {
  std::vector<std::string> files = {};
  std::uint64_t size = 0;
  timespec changed = {};
};

bool is_older(const Crash& one, const Crash& other) {
  return one.changed.tv_sec != other.changed.tv_sec ? one.changed.tv_sec < other.changed.tv_sec
                                                    : one.changed.tv_nsec < other.changed.tv_nsec;
}

std::vector<Crash> crashes_in(int folder) {
  std::map<std::string, Crash> crashes;
  DIR* const entries = ::fdopendir(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (entries == nullptr) return {};
  while (const dirent* const entry = ::readdir(entries)) {
    const auto name = crash_of(entry->d_name);
    struct stat status{};
    if (!name || ::fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(status.st_mode))
      continue;
    Crash& crash = crashes[*name];
    crash.files.emplace_back(entry->d_name);
    crash.size += static_cast<std::uint64_t>(status.st_size);
    crash.changed = std::max(crash.changed, status.st_mtim, [](const timespec& a, const timespec& b) {
      return a.tv_sec != b.tv_sec ? a.tv_sec < b.tv_sec : a.tv_nsec < b.tv_nsec;
    });
  }
  ::closedir(entries);
  std::vector<Crash> all;
  all.reserve(crashes.size());
  for (auto& [name, crash] : crashes) all.push_back(std::move(crash));
  std::ranges::sort(all, is_older);
  return all;
}

}  // namespace

std::string safe_name(std::string_view name) {
  constexpr std::size_t longest = 64;
  std::string safe(name.substr(0, longest));
  for (char& c : safe)
    if (!is_letter_or_digit(c) && c != '-' && c != '.') c = '_';
  if (safe.empty() || safe.front() == '.' || safe.front() == '-') safe.insert(0, "_");
  return safe;
}

Result<CrashFolder> CrashFolder::open(const std::string& path) {
  constexpr mode_t mode = 0750;
  std::string place = path;
  while (place.size() > 1 && place.ends_with('/')) place.pop_back();
  ::mkdir(place.c_str(), mode);
  io::Descriptor folder(::open(place.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder.is_open()) return fail(say("--into ", place, ": ", std::strerror(errno)));
  return CrashFolder(place, std::move(folder));
}

Result<void> CrashFolder::write(const std::string& name, Bytes content, unsigned mode) const {
  auto file = io::AtomicFile::begin(say("/proc/self/fd/", folder_.get(), '/', name), {}, mode);
  auto done = file ? file->write(0, content) : Result<void>(fail(file.error()));
  if (done) done = file->keep();
  if (!done) return fail(say(path_, '/', name, ": ", std::strerror(errno)));
  return done;
}

// Readable also for the child without rights: nobody else can name it.
io::Descriptor CrashFolder::unnamed() const {
  const std::string folder = say("/proc/self/fd/", folder_.get());
  io::Descriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file.is_open()) ::fchmod(file.get(), 0604);
  return file;
}

void CrashFolder::keep_at_most(std::uint64_t bytes) const {
  const std::vector<Crash> crashes = crashes_in(folder_.get());
  std::uint64_t size = 0;
  for (const Crash& crash : crashes) size += crash.size;
  std::size_t left = crashes.size();
  for (const Crash& crash : crashes) {
    // The newest stays, however large it is.
    if (left == 1 || (size <= bytes && left <= most_crashes)) return;
    for (const std::string& file : crash.files) ::unlinkat(folder_.get(), file.c_str(), 0);
    size -= crash.size;
    --left;
  }
}

}  // namespace symkit::symcore
