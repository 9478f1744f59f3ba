// Folders in which files lie under their ids, so that nobody has to look through all of them: .build-id (also
// perf's ~/.debug), LLDB's tree of UUIDs, symbol servers' folders (SymStore, SSQP), and the unified layout.
// docs/sources.md draws them. Names are compared without case where the exact one is not there.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "find/locate/server_folder.h"
#include "ground/base/image_reference.h"

namespace symkit::locate {

class IdLayouts {
 public:
  // `folder` may be any, also a file or nothing at all.
  explicit IdLayouts(std::string folder) : folder_(std::move(folder)), server_(folder_) {}

  // The files that are there for an image's id, whatever they hold.
  std::vector<std::string> files_of(const ImageReference& image) const;

  // Whether nothing but folders of ids is in it: then what files_of does not find is not there.
  bool is_keyed_by_id() const;

 private:
  bool judge() const;
  void add_build_id(const std::string& root, const ImageId& id, std::vector<std::string>& files) const;
  void add_uuid_tree(const ImageId& id, std::vector<std::string>& files) const;
  const std::map<std::string, std::string>& names() const;

  std::string folder_;
  ServerFolder server_;
  mutable std::once_flag judged_;
  mutable bool is_keyed_ = false;
  mutable std::once_flag read_;
  mutable std::map<std::string, std::string> names_;  // of what is in it, in lower case → as it is
};

}  // namespace symkit::locate
