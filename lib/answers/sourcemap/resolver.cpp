#include "answers/sourcemap/resolver.h"

#include <algorithm>
#include <array>

#include "answers/sourcemap/paths.h"
#include "ground/base/characters.h"
#include "ground/base/whole_number.h"
#include "ground/base/words.h"

namespace symkit::sourcemap {
namespace {

constexpr std::size_t longest_chain = 8;

Answer without(std::string reason) {
  Answer answer;
  answer.reason = std::move(reason);
  return answer;
}

// 12.js is Metro's module 12; seg-3_12.js is module 12 of segment 3.
struct Module {
  std::string_view segment;  // empty: of the bundle itself
  std::optional<std::uint64_t> number;
};

std::optional<Module> module_of(std::string_view url) {
  // Nearly no url is a module, and every frame is checked.
  const std::size_t begin = url.rfind('/') + 1;
  if (begin == url.size() || !(is_digit(url[begin]) || url[begin] == 's')) return std::nullopt;
  std::string_view name = base_name(url);
  if (!name.ends_with(".js")) return std::nullopt;
  name.remove_suffix(3);
  Module module;
  if (name.starts_with("seg-")) {
    name.remove_prefix(4);
    const std::size_t underscore = name.find('_');
    module.segment = name.substr(0, underscore);
    if (underscore == std::string_view::npos) return module;
    name.remove_prefix(underscore + 1);
  }
  const auto number = whole_number<std::uint64_t>(name);
  if (!number) return std::nullopt;
  module.number = number;
  return module;
}

}  // namespace

MapPlace place_of(const FoundMap& found, std::string_view url, std::uint32_t line,
                  std::optional<std::uint32_t> column, bool is_offset) {
  const Map* map = found.map;
  std::uint32_t at_line = line - 1;
  if (const auto module = module_of(url)) {
    if (const Map* segment = module->segment.empty() ? nullptr : map->segment(module->segment)) map = segment;
    if (module->number)
      if (const auto offset = map->module_line(*module->number)) at_line += *offset;
  }
  const std::uint32_t from_zero = is_offset || column.value_or(0) == 0 ? 0 : 1;
  const std::uint32_t before = at_line == 0 ? found.begin.column : 0;
  return {map, {at_line + found.begin.line, column.value_or(0) - from_zero + before}};
}

const std::string& Resolver::path_of(const Map& map, std::uint32_t source) {
  // Consecutive frames are mostly in one map.
  if (last_map_ != &map) {
    last_map_ = &map;
    last_paths_ = &paths_[&map];
    if (last_paths_->empty()) last_paths_->resize(map.source_count());
  }
  std::string& path = (*last_paths_)[source];
  if (path.empty()) path = options_.raw_paths ? map.source_name(source) : tidied(map.source_name(source));
  return path;
}

Answer Resolver::resolve(std::string_view url, std::optional<std::uint32_t> line,
                         std::optional<std::uint32_t> column, bool is_offset) {
  if (!line) return without("the frame has no line");
  if (is_internal(url)) return without("this is code of the engine or of a bundler, in no file");
  const FoundMap& found = maps_.find(url);
  if (found.map == nullptr) return without(found.reason);
  if (*line == 0) return without("lines are counted from 1, and the frame has line 0");
  const MapPlace place = place_of(found, url, *line, column, is_offset);
  Answer answer = column ? at(*place.map, place.position) : resolve_line(*place.map, place.position.line);
  answer.evidence = found.evidence;
  answer.map = found.map;
  return answer;
}

void Resolver::expect(const script::StackFrame& frame) {
  if (!frame.column || frame.line.value_or(0) == 0 || is_internal(frame.url)) return;
  const FoundMap& found = maps_.find(frame.url);
  if (found.map != nullptr)
    expected_.push_back(place_of(found, frame.url, *frame.line, frame.column, frame.is_offset));
}

// Announces the positions, grouped by map; consecutive frames are in few maps.
void Resolver::tell_expected() {
  while (!expected_.empty()) {
    const Map& map = *expected_.front().map;
    expected_of_map_.clear();
    std::erase_if(expected_, [&](const MapPlace& place) {
      if (place.map == &map) expected_of_map_.push_back(place.position);
      return place.map == &map;
    });
    map.expect_in_order(expected_of_map_);
  }
}

Answer Resolver::at(const Map& map, Position position) {
  const auto segment = map.find(position);
  if (!segment && !map.trouble().empty()) return without(map.trouble());
  if (!segment)
    return without(say("the map has nothing at or before ", position.line + 1, ':', position.column + 1,
                       " on this line"));
  return answer(map, position, *segment);
}

// Without a column there is an answer only if the line has a single original line.
Answer Resolver::resolve_line(const Map& map, std::uint32_t line) {
  std::optional<Segment> first;
  bool is_one = true;
  map.visit_line(line, [&](const Segment& segment) {
    if (!segment.has_original()) return true;
    if (!first) first = segment;
    is_one = first->source == segment.source && first->original.line == segment.original.line;
    return is_one;
  });
  if (!map.trouble().empty()) return without(map.trouble());
  if (!first) return without("the map has nothing on this line");
  if (!is_one) return without("the frame has no column, and its line holds several lines of sources");
  return answer(map, first->generated, *first);
}

Answer Resolver::answer(const Map& map, Position position, const Segment& segment) {
  if (!segment.has_original()) return without("the map says that this code comes from no source");
  Answer answer;
  std::vector<InlinedCall> calls;
  Original& original = answer.frames.emplace_back();
  original.function = map.function_at(position, segment, calls);
  original.map = &map;
  const auto place = [&](Original& at, std::uint32_t source, Position where) {
    at.source_number = source;
    at.source = path_of(map, source);
    at.line = where.line + 1;
    at.column = where.column + 1;
    at.ignored = map.is_ignored(source) || at.function.is_hidden;
  };
  place(original, segment.source, segment.original);
  if (original.source.empty()) return without("the map does not name the source");
  if (segment.name != none && segment.generated == position) answer.called = map.name(segment.name);
  for (InlinedCall& call : calls) {
    Original& outer = answer.frames.emplace_back();
    outer.map = &map;
    outer.function = std::move(call.caller);
    place(outer, call.source, call.call);
  }
  if (options_.follow)
    for (Original& frame : answer.frames) follow(frame);
  return answer;
}

// An original that is itself generated, and whose map is available. Cycles of maps are left where they
// close.
void Resolver::follow(Original& original) {
  std::array<const Map*, longest_chain> been{original.map};
  for (auto next = been.begin() + 1; next != been.end(); ++next) {
    const FoundMap& found = maps_.find(original.map->source_name(original.source_number));
    if (found.map == nullptr || std::find(been.begin(), next, found.map) != next) return;
    *next = found.map;
    const auto segment = found.map->find({original.line - 1, original.column - 1});
    if (!segment || !segment->has_original()) return;
    std::vector<InlinedCall> calls;
    FunctionName function = found.map->function_at({original.line - 1, original.column - 1}, *segment, calls);
    if (!function.name.empty()) original.function = std::move(function);
    original.map = found.map;
    original.source_number = segment->source;
    original.source = path_of(*found.map, segment->source);
    original.line = segment->original.line + 1;
    original.column = segment->original.column + 1;
    original.ignored = found.map->is_ignored(segment->source);
  }
}

}  // namespace symkit::sourcemap
