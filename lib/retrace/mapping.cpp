#include "retrace/mapping.h"

#include "base/words.h"
#include "index/envelope.h"
#include "io/beginning.h"
#include "retrace/mapping_index.h"
#include "retrace/text_mapping.h"

namespace symkit::retrace {

bool is_mapping_index(const std::string& path) {
  return index::looks_like_index(io::Beginning(path).bytes());
}

Result<std::unique_ptr<Mapping>> Mapping::open(const std::string& path, const WarningSink& warn,
                                               const WarningSink& inform) {
  if (is_mapping_index(path)) {
    auto blob = io::map_blob(path);
    if (!blob) return fail(blob.error());
    auto index = MappingIndex::open(std::move(*blob), path, warn);
    if (!index) return fail(index.error());
    return std::move(*index);
  }
  auto text = TextMapping::open(path, warn, inform);
  if (!text) return fail(text.error());
  for (const std::string& version : (*text)->unknown_versions())
    warn(say(path, ": its version '", version, "' is newer than this tool knows"));
  return std::move(*text);
}

}  // namespace symkit::retrace
