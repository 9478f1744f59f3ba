// One profile read, named, and in the form that was asked for: what a single run does once, and a watcher
// again and again.
#pragma once

#include <memory>
#include <string>

#include "find/locate/locator.h"
#include "reports/profile/namer.h"
#include "symprof/options.h"
#include "symprof/read.h"

namespace symkit::symprof {

// Where names come from. Many profiles may be named by one; what the stores get later is seen by the next.
// One thread's own; several may share a search.
class Names {
 public:
  Names(const Options& options, std::shared_ptr<const locate::Search> search, intake::Options how)
      : search_(std::move(search)),
        locator_(search_, std::move(how)),
        namer_(locator_, options.force, !options.watch.empty()) {}
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;

  profile::Naming name(Read& read) { return namer_.name(read.profile(), read.stacks()); }
  store::Shelf& store() const { return search_->store(); }

 private:
  std::shared_ptr<const locate::Search> search_;
  locate::Locator locator_;
  profile::Namer namer_;
};

}  // namespace symkit::symprof
