// The cache of debuginfod clients, in their layout, so that gdb and others share downloads with us:
// <folder>/<id>/{debuginfo,executable,source##path##of##it}. An empty file means that no server had it.
// hdr-debuginfo next to debuginfo has the server's headers for it (since elfutils 0.191).
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "ground/base/image_id.h"

namespace symkit::fetch {

// The kinds of files for an image, as named in server addresses and in the cache.
inline constexpr std::string_view debug_info = "debuginfo";
inline constexpr std::string_view executable = "executable";
// The file with the server's headers for a file in the cache.
std::string headers_path(std::string_view path);
// The name in the cache of a source file; servers have it as source/PATH.
std::string source_artifact(std::string_view path);

class ClientCache {
 public:
  explicit ClientCache(std::string folder) : folder_(std::move(folder)) {}
  // $DEBUGINFOD_CACHE_PATH, else ~/.debuginfod_client_cache if it exists, else
  // $XDG_CACHE_HOME/debuginfod_client, else the same below ~/.cache. Empty if there is no home folder.
  static std::string usual_folder();

  enum class State : std::uint8_t { Unknown, Here, Missed };
  State state(const ImageId& id, std::string_view artifact) const;
  const std::string& folder() const { return folder_; }
  // The path within the folder.
  static std::string name_of(const ImageId& id, std::string_view artifact);
  std::string path_of(const ImageId& id, std::string_view artifact) const;
  void remember_miss(const ImageId& id, std::string_view artifact) const;
  // The server's name for a file in the cache. Empty: it was not recorded.
  static std::string file_name(const std::string& path);
  static void remember_file_name(const std::string& path, const std::string& name);

 private:
  std::chrono::seconds miss_counts_for() const;

  std::string folder_;
};

}  // namespace symkit::fetch
