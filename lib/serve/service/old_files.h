// Deletes files that have not been used for a long time.
#pragma once

#include <chrono>
#include <string>

namespace symkit::service {

// In the folder and in its folders, which are deleted when they become empty. 0: deletes nothing.
void remove_old_files(const std::string& folder, std::chrono::seconds kept);

}  // namespace symkit::service
