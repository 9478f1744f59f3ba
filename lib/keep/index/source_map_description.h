// The META section of a source map: the name of its generated file, its debug id, and the number of
// strings in the index.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "keep/index/encoding.h"
#include "keep/index/source_map_position.h"

namespace symkit::index::source_map {

// A part of a generated file that was a separate file before.
struct MapSection {
  std::string debug_id;
  Position begin;
};

struct MapDescription {
  std::vector<std::string> generated_names = {};
  std::string debug_id = {};
  std::uint32_t strings = 0;
  std::vector<MapSection> sections = {};

  // False if it is damaged.
  bool read(Bytes meta);
  Buffer written() const;
};

}  // namespace symkit::index::source_map
