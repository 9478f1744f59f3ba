// Looks through a folder that was named: with progress where that takes long, and with the cache of what is
// in folders. What in it could not be read is said: whoever looks for a file should not take it for missing.
#pragma once

#include <functional>
#include <string>

#include "common/console.h"
#include "find/catalogue/catalogue.h"
#include "ground/print/progress.h"

namespace symkit::tools {

// `cache` is where it is kept what files are; empty: nowhere.
Result<catalogue::Snapshot> look_through(const std::string& folder, print::Progress& progress,
                                         const WarningSink& warn, const std::string& cache = {});

// Where that is, for a folder that is likely to be looked through again.
std::string catalogue_path();

// The same with the cache, for a search that goes on without a folder that cannot be looked through: it is
// warned of. Valid as long as both are.
std::function<Result<catalogue::Snapshot>(const std::string& folder)> look_with(print::Progress& progress,
                                                                                Console& console);

// "what cannot be read was passed over: sub (Permission denied) and 2 more", or nothing.
std::string told_of_passed_over(const catalogue::Snapshot& snapshot, const std::string& folder);

// "folder/below", as the folder was named.
inline std::string path_in(std::string_view folder, std::string_view below) {
  std::string path(folder);
  if (!path.ends_with('/')) path += '/';
  return path += below;
}

}  // namespace symkit::tools
