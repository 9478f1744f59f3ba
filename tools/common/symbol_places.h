// Where the images of a recording from another machine are searched: --store, --symbols, --local and
// --fetch, the same for all tools that read complete recordings.
#pragma once

#include <string>
#include <vector>

#include "common/command_line.h"
#include "common/console.h"
#include "common/fetching.h"
#include "find/intake/intake.h"
#include "find/locate/search.h"
#include "ground/print/progress.h"

namespace symkit::tools {

struct PlaceOptions {
  std::vector<std::string> stores;
  std::vector<std::string> symbols;
  bool local = false;
  bool no_local = false;
  FetchOptions fetching;
  print::ProgressMode progress = print::ProgressMode::Auto;
};

void declare_places(CommandLine& line, PlaceOptions& options);

// Both progress and console must outlive the result.
Result<locate::Places> open_places(const PlaceOptions& options, print::Progress& progress, Console& console);

// How images are indexed during the search.
intake::Options indexing_for(const PlaceOptions& options, print::Progress& progress, Console& console);
// The same where answers come before the index, as long as that costs less.
intake::Options indexing_on_demand(const PlaceOptions& options, print::Progress& progress, Console& console);

}  // namespace symkit::tools
