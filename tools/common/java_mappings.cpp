#include "common/java_mappings.h"

#include <utility>

#include "answers/retrace/single_mapping.h"
#include "answers/retrace/store_mappings.h"
#include "common/store_path.h"

namespace symkit::tools {

OpenedMappings open_mapping(const std::string& path, Console& console, const WarningSink& inform) {
  auto mapping = retrace::Mapping::open(path, console.warnings(), inform);
  if (!mapping) return fail(mapping.error());
  return std::make_unique<retrace::SingleMapping>(std::move(*mapping));
}

OpenedMappings mappings_of_stores(const std::vector<std::string>& given, Console& console) {
  const auto found = stores(given, console);
  if (!found) return fail(found.error());
  return std::make_unique<retrace::StoreMappings>(store::open_shelf(*found), console.warnings());
}

}  // namespace symkit::tools
