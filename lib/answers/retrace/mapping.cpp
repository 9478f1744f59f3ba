#include "answers/retrace/mapping.h"

#include <atomic>

#include "answers/retrace/mapping_index.h"
#include "answers/retrace/partitioned_mapping.h"
#include "answers/retrace/text_mapping.h"
#include "files/archive/zip_directory.h"
#include "ground/base/words.h"
#include "ground/io/beginning.h"
#include "keep/index/envelope.h"

namespace symkit::retrace {

bool is_mapping_index(const std::string& path) {
  return index::looks_like_index(io::Beginning(path).bytes());
}

std::string newer_version(std::string_view path, std::string_view version) {
  return say(path, ": its version '", version, "' is newer than this tool supports");
}

Mapping::Mapping() {
  static std::atomic<std::uint64_t> serials = 0;
  serial_ = ++serials;
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
  auto bytes = MappingText::open(path);
  if (!bytes) return fail(bytes.error());
  if (archive::looks_like_zip(as_bytes(bytes->view()))) {
    auto parts = PartitionedMapping::open(bytes->blob(), path, warn, inform);
    if (!parts) return fail(parts.error());
    return std::move(*parts);
  }
  auto text = TextMapping::of(std::move(*bytes), path, warn, inform);
  if (!text) return fail(text.error());
  for (const std::string& version : (*text)->unknown_versions()) warn(newer_version(path, version));
  return std::move(*text);
}

}  // namespace symkit::retrace
