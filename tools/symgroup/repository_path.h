// A file as some machine that built has called it, and what it is called in the repository: builds are made
// in any folder, so the longest end of the path that is a file there counts.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace symkit::symgroup {

// Empty where no end of it is one, or the path would lead out of a folder.
std::string longest_end(std::string_view file, const std::function<bool(const std::string& path)>& is_there);

}  // namespace symkit::symgroup
