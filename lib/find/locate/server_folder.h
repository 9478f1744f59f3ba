// A symbol server's folder (SymStore, SSQP): NAME/KEY/NAME; with an index2.txt, the names are one level
// deeper, below their first two letters. A file may be compressed in a cabinet (NAM_), or elsewhere in
// the folder, as given in file.ptr. Case is ignored.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/image_reference.h"

namespace symkit::locate {

class ServerFolder {
 public:
  // `folder` can be any path, also that of a file or of nothing.
  explicit ServerFolder(std::string folder) : folder_(std::move(folder)) {}

  // Adds the files that are, or may be, stored for an id. For PE files without a key in the log these are
  // all builds of the name.
  void add_files(const ImageReference& image, std::vector<std::string>& files) const;

 private:
  using Names = std::map<std::string, std::string>;  // lower case → actual name

  std::string folder_of(std::string_view name) const;  // empty if there is none
  void add_file(const std::string& folder, std::string_view name, std::vector<std::string>& files) const;
  std::string led_to(const std::string& folder) const;
  static Names names_in(const std::string& folder);
  static std::string entry(const std::string& folder, std::string_view name);
  const Names& names() const;

  std::string folder_;
  mutable std::once_flag read_;
  mutable Names names_;
};

}  // namespace symkit::locate
