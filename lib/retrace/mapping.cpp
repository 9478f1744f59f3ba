#include "retrace/mapping.h"

#include <array>
#include <cstdio>

#include "base/words.h"
#include "index/envelope.h"
#include "retrace/mapping_index.h"
#include "retrace/text_mapping.h"

namespace symkit::retrace {
namespace {

bool is_index(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rbe");
  if (file == nullptr) return false;
  std::array<std::uint8_t, 4> beginning{};
  const std::size_t size = std::fread(beginning.data(), 1, beginning.size(), file);
  std::fclose(file);
  return index::looks_like_index(Bytes(beginning).first(size));
}

}  // namespace

Result<std::unique_ptr<Mapping>> Mapping::open(const std::string& path, const WarningSink& warn,
                                               const WarningSink& inform) {
  if (is_index(path)) {
    auto index = MappingIndex::open(path, warn);
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
