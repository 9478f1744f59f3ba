// Frames that an engine has mapped itself (node --enable-source-maps, Bun, Deno) name a source. If a
// source and a script have one name, such as src/main.js and dist/main.js, their folders decide which is
// meant.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "answers/sourcemap/map.h"

namespace symkit::sourcemap {

class SourcePaths {
 public:
  // The number of path components of a source of the map with which the URL ends completely; 0: the URL
  // is none of its sources.
  std::size_t fit(const Map& map, std::string_view url);

 private:
  using ByName = std::unordered_map<std::string, std::vector<std::string>>;
  std::unordered_map<const Map*, ByName> known_;
};

}  // namespace symkit::sourcemap
