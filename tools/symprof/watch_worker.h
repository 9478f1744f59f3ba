// Names the profiles of a watched folder one after the other. For one thread; several share the lookups
// in the stores.
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

// The images that the stores have by now. Each is looked up once, however many profiles wait for it.
class Arrivals {
 public:
  explicit Arrivals(std::shared_ptr<const locate::Search> search) : search_(std::move(search)) {}

  bool has(const ImageId& id);

 private:
  std::shared_ptr<const locate::Search> search_;
  std::mutex lock_;  // guards the members below
  std::map<ImageId, bool> asked_;
};

struct WatchedFolders {
  std::filesystem::path raw;
  std::filesystem::path out;
};

// The result for one profile.
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

  // `name`: its path below the folder. A failure concerns only this profile.
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
