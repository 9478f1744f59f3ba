// Makes an index of a mapping: reads every class, on all cores.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "answers/retrace/text_mapping.h"
#include "ground/base/image_id.h"
#include "ground/base/result.h"

namespace symkit::retrace {

struct WriteOptions {
  unsigned jobs = 1;
  std::function<void(std::uint64_t bytes)> advanced = [](std::uint64_t) {};  // bytes of the text
};

// The id of a mapping: from R8, or made from its content.
ImageId id_of(const TextMapping& mapping);
// The id under which a store keeps a map id, however that was computed.
ImageId id_of_map_id(std::string_view map_id);

// A fingerprint of the mapping that is recorded in its index.
std::uint64_t source_stamp(const TextMapping& mapping);

// An error is that of the first class that cannot be read.
Result<std::vector<std::uint8_t>> write_mapping_index(TextMapping& mapping, const WriteOptions& options);

}  // namespace symkit::retrace
