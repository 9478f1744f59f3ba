// Writes a map as an index: segments in buckets, functions precomputed for every position, strings
// shared, and the sources' texts compressed one by one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "answers/sourcemap/parsed_map.h"
#include "ground/base/image_id.h"

namespace symkit::sourcemap {

struct IndexDescription {
  ImageId id;
  std::uint64_t source_stamp = 0;
  std::vector<std::string> generated_names;  // the names by which the map is found
  bool with_contents = true;
};

Result<std::vector<std::uint8_t>> write_index(const ParsedMap& map, const IndexDescription& description);

}  // namespace symkit::sourcemap
