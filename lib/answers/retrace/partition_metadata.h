// The entry METADATA, which R8 writes into a partitioned mapping. It has three forms, all big-endian:
//   AA A8 | 00 01 | version, after its size in 2 bytes | names of all parts, joined by ';', after
//                   their size in 4 | more, after its size in 4
//   AA A8 | 00 00 | version, to the end
//   00 00 | version, to the end; older than the two bytes that identify the format
#pragma once

#include <cstddef>
#include <string_view>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::retrace {

inline constexpr std::string_view metadata_name = "METADATA";

// Views of the bytes that it was parsed from.
struct PartitionMetadata {
  std::string_view version;     // of the mapping's format, as written; empty: not declared
  std::string_view part_names;  // joined by ';'; empty: not listed
  std::string_view header;      // the comments at the beginning of the mapping
};

bool looks_like_metadata(Bytes beginning);

Result<PartitionMetadata> read_partition_metadata(Bytes bytes);

}  // namespace symkit::retrace
