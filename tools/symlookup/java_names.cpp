#include "symlookup/java_names.h"

#include <utility>

#include "answers/retrace/single_mapping.h"
#include "answers/retrace/store_mappings.h"
#include "common/store_path.h"

namespace symkit::symlookup {
namespace {

Result<std::unique_ptr<retrace::MappingSource>> open_mappings(const Options& options,
                                                              tools::Console& console) {
  if (options.java_from_store()) {
    const auto stores = tools::stores(options.stores, console);
    if (!stores) return fail(stores.error());
    return std::make_unique<retrace::StoreMappings>(store::open_shelf(*stores), console.warnings());
  }
  auto mapping = retrace::Mapping::open(options.mapping, console.warnings(), [](const std::string&) {});
  if (!mapping) return fail(mapping.error());
  return std::make_unique<retrace::SingleMapping>(std::move(*mapping));
}

}  // namespace

Result<std::unique_ptr<retrace::LogNames>> open_java_names(const Options& options, print::Output& output,
                                                           tools::Console& console) {
  if (options.mapping.empty()) return nullptr;
  auto mappings = open_mappings(options, console);
  if (!mappings) return fail(mappings.error());
  return std::make_unique<retrace::LogNames>(std::move(*mappings), output,
                                             retrace::NamesHow{.json = options.format == Format::Json,
                                                               .choose_ahead = options.java_from_store(),
                                                               .color = console.color_on_stdout()});
}

rewrite::Rename rename_by(retrace::LogNames* java) {
  if (java == nullptr) return {};
  return [java](std::string_view image, std::string_view function) {
    const bool is_of_art = image.ends_with(".odex") || image.ends_with(".oat");
    return is_of_art ? java->method_of(function) : std::string();
  };
}

}  // namespace symkit::symlookup
