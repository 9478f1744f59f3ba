// Files of source code that may be shown: those below some folders, by the paths that debug information has.
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
  // Those below the folder of this name in each.
  SourceFiles within(const std::string& name) const;

  // The text of the file of this path: below one of the folders lies one whose path ends as it does, in its
  // name and at least the folder around it. The longest such end decides; links that lead out of the folder
  // are not followed.
  std::optional<std::string> read(std::string_view path) const;

 private:
  std::vector<std::string> folders_;
};

}  // namespace symkit::service
