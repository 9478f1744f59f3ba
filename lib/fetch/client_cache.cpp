#include "fetch/client_cache.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

#include "base/environment.h"
#include "base/words.h"

namespace symkit::fetch {
namespace {

// Only the owner may look: what was fetched tells what was run here.
Result<void> make_private_folder(const std::string& path) {
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  if (::mkdir(path.c_str(), 0700) == 0 || errno == EEXIST) return {};
  return fail(say(path, ": cannot be made: ", std::strerror(errno)));
}

}  // namespace

std::string_view name_of(Artifact artifact) {
  return artifact == Artifact::DebugInfo ? "debuginfo" : "executable";
}

std::string ClientCache::usual_folder() {
  if (std::string given = environment("DEBUGINFOD_CACHE_PATH"); !given.empty()) return given;
  const std::string home = environment("HOME");
  std::error_code ignored;
  if (!home.empty() && std::filesystem::is_directory(home + "/.debuginfod_client_cache", ignored))
    return home + "/.debuginfod_client_cache";
  const std::string cache = cache_home();
  return cache.empty() ? cache : cache + "/debuginfod_client";
}

std::string ClientCache::path_of(const ImageId& id, Artifact artifact) const {
  return say(folder_of(id), "/", name_of(artifact));
}

// Before elfutils 0.187 a miss was a file that nobody may read; that is empty, too.
ClientCache::State ClientCache::state(const ImageId& id, Artifact artifact) const {
  struct stat found{};
  if (::stat(path_of(id, artifact).c_str(), &found) != 0) return State::Unknown;
  if (found.st_size != 0) return State::Here;
  const auto age = std::chrono::seconds(std::time(nullptr) - found.st_mtime);
  return age < miss_counts_for() ? State::Missed : State::Unknown;
}

// A file of the cache's folder says it, in seconds.
std::chrono::seconds ClientCache::miss_counts_for() const {
  constexpr std::chrono::seconds usual{600};
  std::ifstream file(folder_ + "/cache_miss_s");
  long long seconds = 0;
  return file >> seconds && seconds >= 0 ? std::chrono::seconds(seconds) : usual;
}

Result<ClientCache::Draft> ClientCache::begin(const ImageId& id, Artifact artifact) const {
  if (folder_.empty()) return fail("there is no folder to keep it in: set DEBUGINFOD_CACHE_PATH");
  if (auto made = make_private_folder(folder_); !made) return std::unexpected(made.error());
  if (auto made = make_private_folder(folder_of(id)); !made) return std::unexpected(made.error());
  Draft draft{.path = path_of(id, artifact) + ".XXXXXX"};
  draft.file = ::mkostemp(draft.path.data(), O_CLOEXEC);
  if (draft.file < 0) return fail(say(draft.path, ": ", std::strerror(errno)));
  return draft;
}

Result<std::string> ClientCache::keep(const Draft& draft, const ImageId& id, Artifact artifact) const {
  std::string path = path_of(id, artifact);
  ::fchmod(draft.file, 0400);
  const bool is_whole = ::close(draft.file) == 0 && ::rename(draft.path.c_str(), path.c_str()) == 0;
  if (is_whole) return path;
  const int why = errno;
  ::unlink(draft.path.c_str());
  return fail(say(path, ": ", std::strerror(why)));
}

void ClientCache::drop(const Draft& draft) {
  ::close(draft.file);
  ::unlink(draft.path.c_str());
}

void ClientCache::remember_miss(const ImageId& id, Artifact artifact) const {
  if (folder_.empty() || !make_private_folder(folder_) || !make_private_folder(folder_of(id))) return;
  const int file = ::open(path_of(id, artifact).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0400);
  if (file >= 0) ::close(file);
}

}  // namespace symkit::fetch
