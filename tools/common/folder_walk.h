// Scans a folder that the user named, with progress if it takes long, and with the cache of folders'
// contents. Unreadable files are reported, so that nobody takes them for missing.
#pragma once

#include <functional>
#include <string>

#include "common/console.h"
#include "find/catalogue/catalogue.h"
#include "ground/print/progress.h"

namespace symkit::tools {

// `cache` is the folder of the cache; empty: none.
Result<catalogue::Snapshot> look_through(const std::string& folder, print::Progress& progress,
                                         const WarningSink& warn, const std::string& cache = {});

// The folder of the cache, for folders that are likely to be scanned again.
std::string catalogue_path();

// The same with the cache, for a search that continues without a folder that cannot be scanned, which is
// warned about. Valid as long as both arguments.
std::function<Result<catalogue::Snapshot>(const std::string& folder)> look_with(print::Progress& progress,
                                                                                Console& console);

// "skipped, as it cannot be read: sub (Permission denied) and 2 more", or empty.
std::string told_of_passed_over(const catalogue::Snapshot& snapshot, const std::string& folder);

// "folder/below", with the folder as the user wrote it.
inline std::string path_in(std::string_view folder, std::string_view below) {
  std::string path(folder);
  if (!path.ends_with('/')) path += '/';
  return path += below;
}

}  // namespace symkit::tools
