// Maps the path of a file on a build machine to its path in the repository. Builds are made in any
// folder, so the longest end of the path that is a file in the repository is used.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace symkit::symgroup {

// Empty if no end of the path is a file, or the path would lead out of a folder.
std::string longest_end(std::string_view file, const std::function<bool(const std::string& path)>& is_there);

}  // namespace symkit::symgroup
