// Files that nobody has used in a long time go.
#pragma once

#include <chrono>
#include <string>

namespace symkit::service {

// Of the folder, and of folders in it, which go when they are empty. 0: nothing does.
void remove_old_files(const std::string& folder, std::chrono::seconds kept);

}  // namespace symkit::service
