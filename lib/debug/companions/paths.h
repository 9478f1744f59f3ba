// Operations on paths in debug files: joining to folders, mapping, keeping them below a folder.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace symkit::companions {

// The last component of a path.
std::string_view base_name(std::string_view path);
// "." for a path without a folder.
std::string folder_of(const std::string& path);
std::string joined(std::string_view folder, std::string_view path);

// Whether a relative path leaves the folder that it is joined to.
bool leaves_folder(std::string_view path);

// The folder of a file; for a link also that of its target, as a link from .build-id leads to the file's
// named place.
std::vector<std::string> folders_of(const std::string& path);

// The possible local paths: each mapping whose old beginning matches is applied, unless the rest leaves
// its folder.
std::vector<std::string> mapped_paths(const std::string& path,
                                      const std::vector<std::pair<std::string, std::string>>& maps);

}  // namespace symkit::companions
