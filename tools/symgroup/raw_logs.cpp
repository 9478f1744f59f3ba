#include "symgroup/raw_logs.h"

#include <utility>

#include "common/symbol_places.h"
#include "find/locate/search.h"

namespace symkit::symgroup {

ScriptAndJava::ScriptAndJava(const store::Chain& stores, const WarningSink& warn)
    : maps_({.maps = {}, .folders = {}, .stores = stores}, warn),
      scripts_(maps_, {}),
      mappings_(store::open_shelf(stores), warn),
      names_(maps_, scripts_, mappings_) {}

managed::ManagedLines ScriptAndJava::before(stream::LineTaker& last) {
  mappings_.begin_log();
  maps_.begin_log();
  return names_.before(last);
}

RawLogs::RawLogs(const Options& options, tools::Console& console, std::unique_ptr<print::Progress> progress,
                 const locate::Places& places)
    : progress_(std::move(progress)),
      locator_(std::make_shared<const locate::Search>(places),
               tools::indexing_on_demand(options.places, *progress_, console)),
      resolver_(locator_, symbolize::Dialect::Atos) {
  if (!options.places.stores.empty())
    others_ = std::make_unique<ScriptAndJava>(places.stores, console.warnings());
}

managed::ManagedLines RawLogs::before(stream::LineTaker& last) {
  return others_ ? others_->before(last) : managed::ManagedLines({}, last);
}

Result<std::unique_ptr<RawLogs>> RawLogs::open(const Options& options, tools::Console& console) {
  if (!options.names_raw_frames()) return std::unique_ptr<RawLogs>();
  auto progress = std::make_unique<print::Progress>(options.places.progress);
  auto places = tools::open_places(options.places, *progress, console);
  if (!places) return fail(places.error());
  return std::unique_ptr<RawLogs>(new RawLogs(options, console, std::move(progress), *places));
}

}  // namespace symkit::symgroup
