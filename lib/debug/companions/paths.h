// Paths as debug files have them: joined to folders, mapped, kept below them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace symkit::companions {

// The name at the end of a path.
std::string_view base_name(std::string_view path);
// Of "name": ".".
std::string folder_of(const std::string& path);
std::string joined(std::string_view folder, std::string_view path);

// Whether a relative path leaves the folder that it is joined to.
bool leaves_folder(std::string_view path);

// The folder in which a file lies; of a link also where it leads to, as from .build-id to where the file has
// a name.
std::vector<std::string> folders_of(const std::string& path);

// What the path is on this machine, by what begins as it does; no rest that leaves its folder.
std::vector<std::string> mapped_paths(const std::string& path,
                                      const std::vector<std::pair<std::string, std::string>>& maps);

}  // namespace symkit::companions
