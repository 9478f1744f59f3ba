#include "serve/service/old_files.h"

#include <filesystem>
#include <vector>

namespace symkit::service {

namespace fs = std::filesystem;

void remove_old_files(const std::string& folder, std::chrono::seconds kept) {
  if (kept.count() == 0) return;
  std::error_code error;
  const auto oldest = fs::file_time_type::clock::now() - kept;
  std::vector<fs::path> gone;
  // Other processes may remove files meanwhile.
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code unknown;
    if (!entry->is_regular_file(unknown) || unknown) continue;
    if (entry->last_write_time(unknown) < oldest && !unknown) gone.push_back(entry->path());
  }
  for (const fs::path& path : gone) {
    fs::remove(path, error);
    if (path.parent_path() != folder) fs::remove(path.parent_path(), error);  // fails if it is not empty
  }
}

}  // namespace symkit::service
