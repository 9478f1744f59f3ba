// The cache of debuginfod's clients, in their layout, so that gdb and others find what was fetched here and
// the other way round: <folder>/<id>/{debuginfo,executable}. An empty file says that no server had it.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/image_id.h"
#include "base/result.h"

namespace symkit::fetch {

enum class Artifact : std::uint8_t { DebugInfo, Executable };
std::string_view name_of(Artifact artifact);

class ClientCache {
 public:
  explicit ClientCache(std::string folder) : folder_(std::move(folder)) {}
  // $DEBUGINFOD_CACHE_PATH, else ~/.debuginfod_client_cache if there is one, else
  // $XDG_CACHE_HOME/debuginfod_client, else the same below ~/.cache. Empty where nobody is at home.
  static std::string usual_folder();

  enum class State : std::uint8_t { Unknown, Here, Missed };
  State state(const ImageId& id, Artifact artifact) const;
  std::string path_of(const ImageId& id, Artifact artifact) const;

  // A file that is being downloaded: beside its place, so that renaming it is all that is left to do.
  struct Draft {
    std::string path;
    int file = -1;
  };
  Result<Draft> begin(const ImageId& id, Artifact artifact) const;
  // Closes the draft and puts it in its place, or takes it away.
  Result<std::string> keep(const Draft& draft, const ImageId& id, Artifact artifact) const;
  static void drop(const Draft& draft);
  void remember_miss(const ImageId& id, Artifact artifact) const;

 private:
  std::string folder_of(const ImageId& id) const { return folder_ + '/' + id.hex(); }
  std::chrono::seconds miss_counts_for() const;

  std::string folder_;
};

}  // namespace symkit::fetch
