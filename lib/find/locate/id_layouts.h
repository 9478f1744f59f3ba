// Folders in which files are stored by id, so that they need not be scanned: .build-id (also perf's
// ~/.debug), LLDB's tree of UUIDs, symbol servers' folders (SymStore, SSQP), and the unified layout.
// docs/sources.md shows them. If the exact name is missing, case is ignored.
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
  // `folder` can be any path, also that of a file or of nothing.
  explicit IdLayouts(std::string folder) : folder_(std::move(folder)), server_(folder_) {}

  // The files stored for an image's id, whatever they contain.
  std::vector<std::string> files_of(const ImageReference& image) const;

  // Whether the folder contains nothing but folders of ids: then a file that files_of does not find is
  // not there.
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
  mutable std::map<std::string, std::string> names_;  // entries of the folder: lower case → actual name
};

}  // namespace symkit::locate
