// A symbol server's folder (SymStore, SSQP): NAME/KEY/NAME, the names one level down below their first two
// letters where there is an index2.txt. A file may be packed in a cabinet (NAM_), or be elsewhere in the
// folder, which file.ptr says. Names are compared without case.
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
  // `folder` may be any, also a file or nothing at all.
  explicit ServerFolder(std::string folder) : folder_(std::move(folder)) {}

  // The files that are there for an id, or may be: of PE files all builds of the name, where the log does not
  // tell the key.
  void add_files(const ImageReference& image, std::vector<std::string>& files) const;

 private:
  using Names = std::map<std::string, std::string>;  // in lower case → as it is

  std::string folder_of(std::string_view name) const;  // empty where there is none
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
