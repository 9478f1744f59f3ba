#include "common/folder_walk.h"

#include "common/store_path.h"
#include "ground/base/words.h"

namespace symkit::tools {
namespace {

// Most folders are done before a user would wonder.
constexpr std::chrono::milliseconds unseen{500};

}  // namespace

Result<catalogue::Snapshot> look_through(const std::string& folder, print::Progress& progress,
                                         const WarningSink& warn, const std::string& cache) {
  catalogue::ScanOptions how;
  progress.begin(folder, 0, print::ProgressUnit::Files, unseen);
  how.began = [&](std::size_t files) { progress.expect(files); };
  how.advanced = [&](std::size_t files) { progress.advance(files); };
  auto snapshot = catalogue::Catalogue(cache).look(folder, how, [&](const std::string& message) {
    progress.erase();
    warn(message);
  });
  progress.finish();
  return snapshot;
}

std::string catalogue_path() {
  const std::string cache = cache_path();
  return cache.empty() ? cache : cache + "/catalogue";
}

std::function<Result<catalogue::Snapshot>(const std::string& folder)> look_with(print::Progress& progress,
                                                                                Console& console) {
  return [&](const std::string& folder) {
    auto snapshot = look_through(
        folder, progress, [&](const std::string& message) { console.warning(message); }, catalogue_path());
    if (!snapshot) console.warning(snapshot.error().message);
    return snapshot;
  };
}

std::string told_of_passed_over(const catalogue::Snapshot& snapshot, const std::string& folder) {
  const auto all = catalogue::passed_over(snapshot);
  if (all.empty()) return {};
  const auto& first = all.front();
  return say("skipped, as it cannot be read: ", path_in(folder, first.path), " (", first.reason, ")",
             all.size() == 1 ? "" : say(" and ", all.size() - 1, " more"));
}

}  // namespace symkit::tools
