// A finder's maps for one of several threads, which gets a twin of each.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "answers/sourcemap/map_source.h"
#include "ground/base/text_hash.h"

namespace symkit::sourcemap {

class TwinMaps final : public MapSource {
 public:
  // `lock` protects the shared maps.
  TwinMaps(MapSource& maps, std::mutex& lock) : maps_(maps), lock_(lock) {}

  // From here on a URL may mean another map.
  void begin();
  const FoundMap& find(std::string_view url) override;

 private:
  FoundMap ask(std::string_view url);

  MapSource& maps_;
  std::mutex& lock_;
  std::unordered_map<const Map*, std::unique_ptr<Map>> twins_;
  std::unordered_map<std::string, FoundMap, TextHash, std::equal_to<>> found_;
  // The map used last, as the frames of a stack are in few files.
  const std::pair<const std::string, FoundMap>* last_ = nullptr;
};

}  // namespace symkit::sourcemap
