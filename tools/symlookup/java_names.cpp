#include "symlookup/java_names.h"

#include <utility>

#include "common/java_mappings.h"

namespace symkit::symlookup {

Result<std::unique_ptr<retrace::LogNames>> open_java_names(const Options& options, print::Output& output,
                                                           tools::Console& console) {
  if (options.mapping.empty()) return nullptr;
  auto mappings = options.java_from_store() ? tools::mappings_of_stores(options.stores, console)
                                            : tools::open_mapping(options.mapping, console);
  if (!mappings) return fail(mappings.error());
  return std::make_unique<retrace::LogNames>(std::move(*mappings), output,
                                             retrace::NamesHow{.json = options.format == Format::Json,
                                                               .choose_ahead = options.java_from_store(),
                                                               .color = console.color_on_stdout()});
}

}  // namespace symkit::symlookup
