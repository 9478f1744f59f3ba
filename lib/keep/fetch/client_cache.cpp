#include "keep/fetch/client_cache.h"

#include <array>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

#include "ground/base/environment.h"
#include "ground/base/words.h"
#include "keep/fetch/draft.h"
#include "keep/fetch/reply.h"

namespace symkit::fetch {

std::string headers_path(std::string_view path) {
  const std::size_t name = path.rfind('/') + 1;
  return say(path.substr(0, name), "hdr-", path.substr(name));
}

// As elfutils writes it.
std::string source_artifact(std::string_view path) {
  std::string name = "source";
  for (const char c : path) {
    if (c == '/') {
      name += "##";
    } else if (c == '#') {
      name += "#_";
    } else {
      name += c;
    }
  }
  return name;
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

std::string ClientCache::name_of(const ImageId& id, std::string_view artifact) {
  return say(id.hex(), '/', artifact);
}

std::string ClientCache::path_of(const ImageId& id, std::string_view artifact) const {
  return say(folder_, '/', name_of(id, artifact));
}

std::string ClientCache::file_name(const std::string& path) {
  std::ifstream file(headers_path(path));
  Reply headers;
  std::array<char, 1024> line{};
  while (file.getline(line.data(), line.size()) && headers.take(line.data())) continue;
  return headers.file_name();
}

void ClientCache::remember_file_name(const std::string& path, const std::string& name) {
  const std::string place = headers_path(path);
  ::unlink(place.c_str());
  if (!name.empty()) std::ofstream(place) << "x-debuginfod-file: " << name << '\n';
}

// Before elfutils 0.187 a miss was a file without read permission; it is empty, too.
ClientCache::State ClientCache::state(const ImageId& id, std::string_view artifact) const {
  struct stat found{};
  if (::stat(path_of(id, artifact).c_str(), &found) != 0) return State::Unknown;
  if (found.st_size != 0) return State::Here;
  const auto age = std::chrono::seconds(std::time(nullptr) - found.st_mtime);
  return age < miss_counts_for() ? State::Missed : State::Unknown;
}

// A file in the cache folder has it, in seconds.
std::chrono::seconds ClientCache::miss_counts_for() const {
  constexpr std::chrono::seconds usual{600};
  std::ifstream file(folder_ + "/cache_miss_s");
  long long seconds = 0;
  return file >> seconds && seconds >= 0 ? std::chrono::seconds(seconds) : usual;
}

void ClientCache::remember_miss(const ImageId& id, std::string_view artifact) const {
  const std::string path = path_of(id, artifact);
  if (folder_.empty() || !make_private_folders(folder_, path)) return;
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0400);
  if (file >= 0) ::close(file);
}

}  // namespace symkit::fetch
