#include "common/symbol_places.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

#include "common/folder_walk.h"
#include "common/progress_option.h"
#include "common/store_path.h"
#include "common/watch.h"
#include "ground/base/words.h"
#include "ground/io/workers.h"

namespace symkit::tools {

void declare_places(CommandLine& line, PlaceOptions& options) {
  line.option("--store", options.stores);
  line.option("--symbols", options.symbols);
  line.flag("--local", options.local);
  line.flag("--no-local", options.no_local);
  declare_fetching(line, options.fetching);
  declare_progress(line, options.progress);
  line.check([&options]() -> Result<void> {
    if (options.local && options.no_local) return fail("--local and --no-local cannot be used together");
    return {};
  });
}

Result<locate::Places> open_places(const PlaceOptions& options, print::Progress& progress, Console& console) {
  locate::Places places;
  places.look = look_with(progress, console);
  auto all = stores(options.stores, console);
  if (!all) return fail(all.error());
  places.stores = std::move(*all);
  places.symbols = options.symbols;
  places.own_paths = locate::own_paths(options.local, options.no_local);
  for (const std::string& path : options.symbols)
    if (::access(path.c_str(), R_OK) != 0) return fail(say("--symbols ", path, ": ", std::strerror(errno)));
  auto downloads = open_downloads(options.fetching, progress, console);
  if (!downloads) return fail(downloads.error());
  places.downloads = std::move(*downloads);
  return places;
}

intake::Options indexing_for(const PlaceOptions& options, print::Progress& progress, Console& console) {
  intake::Options how;
  how.jobs = io::default_jobs();
  how.keep_unstored = true;
  how.companions = {.folders = options.symbols, .path_maps = {}};
  how.watch = watch_with(progress, console);
  return how;
}

intake::Options indexing_on_demand(const PlaceOptions& options, print::Progress& progress, Console& console) {
  intake::Options how = indexing_for(options, progress, console);
  how.preparing = intake::Preparing::Auto;
  return how;
}

}  // namespace symkit::tools
