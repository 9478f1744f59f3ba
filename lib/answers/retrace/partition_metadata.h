// What R8 writes into the entry METADATA of a partitioned mapping. Three forms, all big-endian:
//   AA A8 | 00 01 | version, its size in 2 bytes | names of all parts, joined by ';', size in 4 | more, size
//   in 4 AA A8 | 00 00 | version, to the end 00 00 | version, to the end; older than the two bytes that say
//   what it is
#pragma once

#include <cstddef>
#include <string_view>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::retrace {

inline constexpr std::string_view metadata_name = "METADATA";

// Views of the bytes that it was read from.
struct PartitionMetadata {
  std::string_view version;     // of the mapping's format, as written; empty: none
  std::string_view part_names;  // joined by ';'; empty: they are not told
  std::string_view header;      // the comments that the mapping began with
};

bool looks_like_metadata(Bytes beginning);

Result<PartitionMetadata> read_partition_metadata(Bytes bytes);

}  // namespace symkit::retrace
