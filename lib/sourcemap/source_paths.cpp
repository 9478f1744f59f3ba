#include "sourcemap/source_paths.h"

#include <algorithm>

#include "sourcemap/paths.h"

namespace symkit::sourcemap {
namespace {

// Sources are named as seen from where the map lies.
std::string place_of_source(std::string_view source, std::string_view map) {
  const bool is_relative = !source.starts_with('/') && source.find("://") == std::string_view::npos;
  if (!is_relative) return tidied(source);
  return tidied(std::string(map.substr(0, map.rfind('/') + 1)) + std::string(source));
}

}  // namespace

std::size_t SourcePaths::fit(const Map& map, std::string_view url) {
  const auto [at, is_new] = known_.try_emplace(&map);
  ByName& sources = at->second;
  for (std::uint32_t i = 0; is_new && i < map.source_count(); ++i) {
    std::string path = place_of_source(map.source_name(i), map.path());
    std::string name(base_name(path));
    sources[std::move(name)].push_back(std::move(path));
  }
  std::size_t most = 0;
  if (const auto same = sources.find(std::string(base_name(url))); same != sources.end())
    for (const std::string& path : same->second) most = std::max(most, common_suffix(url, path));
  return most;
}

}  // namespace symkit::sourcemap
