// The interface for finding a frame's map.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "answers/sourcemap/file_match.h"
#include "answers/sourcemap/map.h"

namespace symkit::sourcemap {

struct FoundMap {
  const Map* map = nullptr;
  std::string reason = {};  // why there is none
  Evidence evidence = Evidence::Path;
  std::size_t fit = 0;  // the number of path components that the frame and the generated file share
  Position begin = {};  // of the frame's file, within the generated file that the map is for
};

class MapSource {
 public:
  MapSource() = default;
  MapSource(const MapSource&) = delete;
  MapSource& operator=(const MapSource&) = delete;
  virtual ~MapSource() = default;

  // The map of a generated file; valid until the next call.
  virtual const FoundMap& find(std::string_view url) = 0;
};

}  // namespace symkit::sourcemap
