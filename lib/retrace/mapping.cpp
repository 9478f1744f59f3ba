#include "retrace/mapping.h"

#include "retrace/text_mapping.h"

namespace symkit::retrace {

Result<std::unique_ptr<Mapping>> Mapping::open(const std::string& path, const WarningSink& warn,
                                               const WarningSink& inform) {
  auto text = TextMapping::open(path, warn, inform);
  if (!text) return fail(text.error());
  return std::move(*text);
}

}  // namespace symkit::retrace
