// Reads a profile, names it, and converts it to the requested format: once for a single run, repeatedly
// for a watcher.
#pragma once

#include <memory>
#include <string>

#include "find/locate/locator.h"
#include "reports/profile/namer.h"
#include "symprof/options.h"
#include "symprof/read.h"

namespace symkit::symprof {

// The source of names, usable for many profiles; additions to the stores are visible to the next profile.
// For one thread; several may share a search.
class Names {
 public:
  Names(const Options& options, std::shared_ptr<const locate::Search> search, intake::Options how)
      : search_(std::move(search)),
        locator_(search_, std::move(how)),
        namer_(locator_, options.force, !options.watch.empty()) {}
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;

  profile::Naming name(Read& read) { return namer_.name(read.profile(), read.stacks()); }
  const std::shared_ptr<const locate::Search>& search() const { return search_; }
  store::Shelf& store() const { return search_->store(); }

 private:
  std::shared_ptr<const locate::Search> search_;
  locate::Locator locator_;
  profile::Namer namer_;
};

}  // namespace symkit::symprof
