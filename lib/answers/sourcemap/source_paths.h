// Frames that an engine has led back itself (node --enable-source-maps, Bun, Deno) name a source. Where a
// source and a script have one name, as src/main.js and dist/main.js, the folders tell which of them is
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
  // How many components that source of a map has with all of which a URL ends; 0: the URL is of none.
  std::size_t fit(const Map& map, std::string_view url);

 private:
  using ByName = std::unordered_map<std::string, std::vector<std::string>>;
  std::unordered_map<const Map*, ByName> known_;
};

}  // namespace symkit::sourcemap
