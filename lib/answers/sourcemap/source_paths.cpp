#include "answers/sourcemap/source_paths.h"

#include <algorithm>

#include "answers/sourcemap/paths.h"

namespace symkit::sourcemap {
namespace {

// A source's path as in the map, without dots, and relative to the map's folder.
std::vector<std::string> places_of_source(std::string_view source, std::string_view map) {
  std::vector<std::string> places = {tidied(source)};
  const bool is_relative = !source.starts_with('/') && source.find("://") == std::string_view::npos;
  if (is_relative)
    places.push_back(tidied(std::string(map.substr(0, map.rfind('/') + 1)) + std::string(source)));
  return places;
}

std::size_t components(std::string_view path) {
  return static_cast<std::size_t>(std::ranges::count(path, '/')) + (path.starts_with('/') ? 0 : 1);
}

}  // namespace

std::size_t SourcePaths::fit(const Map& map, std::string_view url) {
  const auto [at, is_new] = known_.try_emplace(&map);
  ByName& sources = at->second;
  for (std::uint32_t i = 0; is_new && i < map.source_count(); ++i) {
    for (std::string& path : places_of_source(map.source_name(i), map.path())) {
      std::string name(base_name(path));
      sources[std::move(name)].push_back(std::move(path));
    }
  }
  std::size_t most = 0;
  if (const auto same = sources.find(std::string(base_name(url))); same != sources.end())
    for (const std::string& path : same->second)
      if (const std::size_t all = components(path); common_suffix(url, path) >= all)
        most = std::max(most, all);
  return most;
}

}  // namespace symkit::sourcemap
