#include "answers/retrace/mapping_header.h"

#include <cstring>

#include "ground/base/cursor.h"
#include "ground/base/words.h"

namespace symkit::retrace {

Result<MappingHeader> MappingHeader::read(Bytes section) {
  MappingHeader header;
  const Error damaged{"is damaged: prepare it again with symprep --force"};
  if (section.size() < sizeof header.counts) return fail(damaged);
  std::memcpy(&header.counts, section.data(), sizeof header.counts);
  Cursor rest(section.subspan(sizeof header.counts), Endian::Little);
  header.map_id = as_text(rest.bytes(rest.uleb()));
  while (!rest.failed() && !rest.at_end())
    header.unknown_versions.emplace_back(as_text(rest.bytes(rest.uleb())));
  if (rest.failed()) return fail(damaged);
  return header;
}

void MappingHeader::tell_newer(const std::string& place, const WarningSink& warn) const {
  if (has_newer())
    warn(say(place,
             ": the mapping has annotations that are newer than the version it declares; they are ignored"));
  for (const std::string& version : unknown_versions)
    warn(say(place, ": the mapping's version '", version, "' is newer than this tool supports"));
}

}  // namespace symkit::retrace
