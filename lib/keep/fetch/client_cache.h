// The cache of debuginfod's clients, in their layout, so that gdb and others find what was fetched here and
// the other way round: <folder>/<id>/{debuginfo,executable,source##path##of##it}. An empty file says that no
// server had it; hdr-debuginfo beside debuginfo has what the server said of it (since elfutils 0.191).
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "ground/base/image_id.h"

namespace symkit::fetch {

// What servers have of an image, as their addresses and the cache's files call it.
inline constexpr std::string_view debug_info = "debuginfo";
inline constexpr std::string_view executable = "executable";
// Of a file in the cache: what the server said of it.
std::string headers_path(std::string_view path);
// The name in the cache of a source file; of which servers are asked for source/PATH.
std::string source_artifact(std::string_view path);

class ClientCache {
 public:
  explicit ClientCache(std::string folder) : folder_(std::move(folder)) {}
  // $DEBUGINFOD_CACHE_PATH, else ~/.debuginfod_client_cache if there is one, else
  // $XDG_CACHE_HOME/debuginfod_client, else the same below ~/.cache. Empty where nobody is at home.
  static std::string usual_folder();

  enum class State : std::uint8_t { Unknown, Here, Missed };
  State state(const ImageId& id, std::string_view artifact) const;
  const std::string& folder() const { return folder_; }
  // In the folder.
  static std::string name_of(const ImageId& id, std::string_view artifact);
  std::string path_of(const ImageId& id, std::string_view artifact) const;
  void remember_miss(const ImageId& id, std::string_view artifact) const;
  // What a server's file of the cache is called there. Empty: nobody has noted it.
  static std::string file_name(const std::string& path);
  static void remember_file_name(const std::string& path, const std::string& name);

 private:
  std::chrono::seconds miss_counts_for() const;

  std::string folder_;
};

}  // namespace symkit::fetch
