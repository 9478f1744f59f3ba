// Names one profile after the other of a folder that is watched. One thread's own; several share what the
// stores were asked for.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "common/console.h"
#include "symprof/named_profile.h"
#include "symprof/watch_state.h"

namespace symkit::symprof {

// Which images the stores have indexes of by now. Each is asked for once, however many profiles wait for it.
class Arrivals {
 public:
  explicit Arrivals(std::shared_ptr<const locate::Search> search) : search_(std::move(search)) {}

  bool has(const ImageId& id);

 private:
  std::shared_ptr<const locate::Search> search_;
  std::mutex lock_;  // of what follows
  std::map<ImageId, bool> asked_;
};

struct WatchedFolders {
  std::filesystem::path raw;
  std::filesystem::path out;
};

// What came of one profile.
struct Outcome {
  WatchResult result = WatchResult::Failed;
  std::vector<ImageId> missing = {};
  std::string reason = {};
  std::uint64_t locations = 0;
  std::uint64_t named = 0;
};

class WatchWorker {
 public:
  WatchWorker(const Options& options, const WatchedFolders& folders, Arrivals& arrivals,
              std::shared_ptr<const locate::Search> search, intake::Options how)
      : options_(options),
        folders_(folders),
        arrivals_(arrivals),
        names_(options, std::move(search), std::move(how)) {}

  // By its path below the folder. A failure is of this profile.
  Outcome take(const std::string& name);

 private:
  Result<void> name_profile(const std::string& name, Outcome& outcome);
  void note_missing(const profile::Profile& profile, const profile::Naming& naming, Outcome& outcome);

  const Options& options_;
  const WatchedFolders& folders_;
  Arrivals& arrivals_;
  Names names_;
};

}  // namespace symkit::symprof
