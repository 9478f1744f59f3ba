// Source files that may be shown: those below certain folders, found by the paths in debug information.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace symkit::service {

class SourceFiles {
 public:
  SourceFiles() = default;
  explicit SourceFiles(std::vector<std::string> folders) : folders_(std::move(folders)) {}

  bool empty() const { return folders_.empty(); }
  // Limited to the subfolder of this name in each folder.
  SourceFiles within(const std::string& name) const;

  // The text of the file for this path: a file below one of the folders whose path ends in the same
  // names, at least the file's name and the folder around it. The longest match wins; links that lead out
  // of the folder are not followed.
  std::optional<std::string> read(std::string_view path) const;

 private:
  std::vector<std::string> folders_;
};

}  // namespace symkit::service
