#include "syminfo/folder_walk.h"

#include "base/words.h"
#include "print/progress.h"
#include "syminfo/inputs.h"

namespace symkit::syminfo {

Result<catalogue::Snapshot> look_through(const std::string& folder, const Options& options,
                                         const WarningSink& warn, const std::string& cache) {
  print::Progress progress(options.progress);
  catalogue::ScanOptions how;
  progress.begin(folder, 0, print::ProgressUnit::Files);
  how.began = [&](std::size_t files) { progress.begin(folder, files, print::ProgressUnit::Files); };
  how.advanced = [&](std::size_t files) { progress.advance(files); };
  return catalogue::Catalogue(cache).look(folder, how, [&](const std::string& message) {
    progress.erase();
    warn(message);
  });
}

std::string told_of_passed_over(const catalogue::Snapshot& snapshot, const std::string& folder) {
  const auto all = catalogue::passed_over(snapshot);
  if (all.empty()) return {};
  const auto& first = all.front();
  return say("what cannot be read was passed over: ", path_in(folder, first.path), " (", first.reason, ")",
             all.size() == 1 ? "" : say(" and ", all.size() - 1, " more"));
}

}  // namespace symkit::syminfo
