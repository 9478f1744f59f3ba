// From a frame of a log to the original: finds the map, the segment and the function's name, follows chained
// maps, and says why where there is nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "answers/sourcemap/map_source.h"
#include "answers/sourcemap/stack_line.h"

namespace symkit::sourcemap {

struct Original {
  FunctionName function;
  std::string_view source;   // its path, which the resolver holds
  std::uint32_t line = 0;    // from 1
  std::uint32_t column = 0;  // from 1
  bool ignored = false;
  const Map* map = nullptr;  // where its text would be
  std::uint32_t source_number = none;
};

struct Answer {
  std::vector<Original> frames;  // what was inlined comes before what it was inlined into
  std::string reason;            // why there are none
  Evidence evidence = Evidence::Path;
  const Map* map = nullptr;  // that was asked
  std::string called;        // the name that the map gives what is called here, for the frame before
};

struct ResolveOptions {
  bool raw_paths = false;
  bool follow = false;
};

// Where in a map a frame is: from 0. Without a column it is its line's begin.
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

  // Asks the other one.
  Answer resolve(const StackFrame& frame) {
    return resolve(frame.url, frame.line, frame.column, frame.is_offset);
  }
  virtual Answer resolve(std::string_view url, std::optional<std::uint32_t> line,
                         std::optional<std::uint32_t> column, bool is_offset);
  const ResolveOptions& options() const { return options_; }
  // Frames that are asked for next, in this order, one by one; then their maps are told.
  void expect(const StackFrame& frame);
  void tell_expected();
  // A position in one map, both from 0.
  Answer at(const Map& map, Position position);

 private:
  Answer resolve_line(const Map& map, std::uint32_t line);
  Answer answer(const Map& map, Position position, const Segment& segment);
  void follow(Original& original);
  const std::string& path_of(const Map& map, std::uint32_t source);

  MapSource& maps_;
  ResolveOptions options_;
  std::unordered_map<const Map*, std::vector<std::string>> paths_;  // those that were asked for
  const Map* last_map_ = nullptr;
  std::vector<std::string>* last_paths_ = nullptr;  // of that map
  std::vector<MapPlace> expected_;
  std::vector<Position> expected_of_map_;
};

}  // namespace symkit::sourcemap
