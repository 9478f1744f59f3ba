#include "symlookup/managed_names.h"

#include <algorithm>
#include <utility>

#include "answers/retrace/message.h"
#include "common/java_mappings.h"
#include "common/java_summary.h"
#include "common/store_path.h"

namespace symkit::symlookup {
Result<std::unique_ptr<ManagedNames>> ManagedNames::open(const Options& options, print::Output& output,
                                                         tools::Console& console) {
  std::unique_ptr<ManagedNames> names(new ManagedNames(options, output, console));
  if (!options.mapping.empty()) {
    auto mappings = options.java_from_store() ? tools::mappings_of_stores(options.stores, console)
                                              : tools::open_mapping(options.mapping, console);
    if (!mappings) return fail(mappings.error());
    names->mappings_ = std::move(*mappings);
  }
  if (const auto opened = names->open_maps(console); !opened) return fail(opened.error());
  return names;
}

// "--map store": the maps whose debug ids the log gives.
Result<void> ManagedNames::open_maps(tools::Console& console) {
  if (options_.maps.empty() && options_.map_folders.empty()) return {};
  sourcemap::Places places{.maps = options_.maps, .folders = options_.map_folders, .stores = {}};
  if (std::erase(places.maps, "store") != 0) {
    auto stores = tools::stores(options_.stores, console);
    if (!stores) return fail(stores.error());
    places.stores = std::move(*stores);
  }
  maps_.emplace(std::move(places), console.warnings());
  scripts_.emplace(*maps_, sourcemap::ResolveOptions());
  return maps_->open_named();
}

managed::ManagedWork ManagedNames::work(std::string_view part) {
  const bool json = options_.format == Format::Json;
  managed::ManagedWork work{.on_all_cores = true};
  if (has_java())
    work.java.emplace(retrace::RewriteOptions{{json, color_ && !json}, nullptr, part}, *mappings_, output_,
                      json ? retrace::Told::Known : retrace::Told::Nothing, options_.java_from_store());
  if (scripts_)
    work.scripts.emplace(*maps_, *scripts_, output_, script_summary_,
                         sourcemap::TextStyle{.json = json, .color = color_, .beside_java = has_java()});
  return work;
}

rewrite::Rename ManagedNames::rename() {
  if (!has_java()) return {};
  return [this](std::string_view image, std::string_view symbol) {
    return retrace::original_symbol(image, symbol, mappings_->current());
  };
}

std::string ManagedNames::method_of(std::string_view name) {
  return has_java() ? retrace::original_method(name, mappings_->current()) : std::string();
}

void ManagedNames::print_summary() const {
  if (has_java()) tools::print_java_summary(java_counts_);
  if (scripts_) script_summary_.print("");
}

}  // namespace symkit::symlookup
