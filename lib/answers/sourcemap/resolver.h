// Resolves a frame of a log to its original: finds the map, the segment and the function's name, follows
// chained maps, and gives a reason if there is none.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "answers/sourcemap/map_source.h"
#include "logs/script/stack_line.h"

namespace symkit::sourcemap {

struct Original {
  FunctionName function;
  std::string_view source;   // its path, stored in the resolver
  std::uint32_t line = 0;    // from 1
  std::uint32_t column = 0;  // from 1
  bool ignored = false;
  const Map* map = nullptr;  // the map that may have its text
  std::uint32_t source_number = none;
};

struct Answer {
  std::vector<Original> frames;  // inlined frames come before those into which they were inlined
  std::string reason;            // why there are none
  Evidence evidence = Evidence::Path;
  const Map* map = nullptr;  // that was used
  std::string called;        // the map's name for what is called here, for the frame before
};

struct ResolveOptions {
  bool raw_paths = false;
  bool follow = false;
};

// A position in a map, counted from 0. Without a column it is the beginning of the line.
struct MapPlace {
  const Map* map = nullptr;
  Position position;
};
// `line` counts from 1.
MapPlace place_of(const FoundMap& found, std::string_view url, std::uint32_t line,
                  std::optional<std::uint32_t> column, bool is_offset);

class Resolver {
 public:
  Resolver(MapSource& maps, ResolveOptions options) : maps_(maps), options_(options) {}
  Resolver(const Resolver&) = delete;
  Resolver& operator=(const Resolver&) = delete;
  virtual ~Resolver() = default;

  // Same as the other resolve().
  Answer resolve(const script::StackFrame& frame) {
    return resolve(frame.url, frame.line, frame.column, frame.is_offset);
  }
  virtual Answer resolve(std::string_view url, std::optional<std::uint32_t> line,
                         std::optional<std::uint32_t> column, bool is_offset);
  const ResolveOptions& options() const { return options_; }
  // Announces frames that will be resolved next, in this order; the maps are notified then.
  void expect(const script::StackFrame& frame);
  void tell_expected();
  // Resolves a position in one map, counted from 0.
  Answer at(const Map& map, Position position);

 private:
  Answer resolve_line(const Map& map, std::uint32_t line);
  Answer answer(const Map& map, Position position, const Segment& segment);
  void follow(Original& original);
  const std::string& path_of(const Map& map, std::uint32_t source);

  MapSource& maps_;
  ResolveOptions options_;
  std::unordered_map<const Map*, std::vector<std::string>> paths_;  // those used so far
  const Map* last_map_ = nullptr;
  std::vector<std::string>* last_paths_ = nullptr;  // of last_map_
  std::vector<MapPlace> expected_;
  std::vector<Position> expected_of_map_;
};

}  // namespace symkit::sourcemap
