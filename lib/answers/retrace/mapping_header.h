// The general part of a mapping's index, or of the manifest of one in parts.
#pragma once

#include <string>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/diagnostics.h"
#include "ground/base/result.h"
#include "keep/index/mapping_format.h"

namespace symkit::retrace {

struct MappingHeader {
  index::mapping::MetaRecord counts;
  std::string map_id = {};
  std::vector<std::string> unknown_versions = {};

  static Result<MappingHeader> read(Bytes section);
  // Whether parts of the mapping were ignored: opening it then warns.
  bool has_newer() const { return (counts.flags & index::mapping::has_newer_annotations) != 0; }
  void tell_newer(const std::string& place, const WarningSink& warn) const;
};

}  // namespace symkit::retrace
