// Who knows which map is a frame's.
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
  std::size_t fit = 0;  // how many components of the frame's path are the generated file's
  Position begin = {};  // of the frame's file within the generated one that the map is for
};

class MapSource {
 public:
  MapSource() = default;
  MapSource(const MapSource&) = delete;
  MapSource& operator=(const MapSource&) = delete;
  virtual ~MapSource() = default;

  // The map of a generated file; what comes back holds until the next question.
  virtual const FoundMap& find(std::string_view url) = 0;
};

}  // namespace symkit::sourcemap
