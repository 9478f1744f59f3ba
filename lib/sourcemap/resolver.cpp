#include "sourcemap/resolver.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/words.h"
#include "sourcemap/frame_text.h"
#include "sourcemap/paths.h"

namespace symkit::sourcemap {
namespace {

constexpr std::size_t longest_chain = 8;

Answer without(std::string reason) { return {{}, std::move(reason), {}}; }

// 12.js is Metro's module 12, seg-3_12.js module 12 of segment 3.
struct Module {
  std::string_view segment;  // empty: of the bundle itself
  std::optional<std::uint64_t> number;
};

std::optional<Module> module_of(std::string_view url) {
  // Nearly no url is of one, and each frame has one.
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
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  module.number = number;
  return module;
}

}  // namespace

const std::string& Resolver::path_of(const Map& map, std::uint32_t source) {
  std::vector<std::string>& paths = paths_[&map];
  if (paths.empty()) paths.resize(map.source_count());
  std::string& path = paths[source];
  if (path.empty()) path = options_.raw_paths ? map.source_name(source) : tidied(map.source_name(source));
  return path;
}

Answer Resolver::resolve(std::string_view url, std::optional<std::uint32_t> line,
                         std::optional<std::uint32_t> column, bool is_offset) {
  if (!line) return without("the frame has no place");
  const FoundMap& found = finder_.find(url);
  if (found.map == nullptr) return without(found.reason);
  if (*line == 0) return without("lines are counted from 1, and the frame has line 0");
  const Map* map = found.map;
  std::uint32_t at_line = *line - 1;
  if (const auto module = module_of(url)) {
    if (const Map* segment = module->segment.empty() ? nullptr : map->segment(module->segment)) map = segment;
    if (module->number)
      if (const auto offset = map->module_line(*module->number)) at_line += *offset;
  }
  if (!column) return resolve_line(*map, at_line);
  const std::uint32_t at_column = is_offset || *column == 0 ? *column : *column - 1;
  return at(*map, {at_line, at_column});
}

Answer Resolver::at(const Map& map, Position position) {
  const auto segment = map.find(position);
  if (!segment)
    return without(say("the map has nothing at or before ", position.line + 1, ':', position.column + 1,
                       " on this line"));
  return answer(map, position, *segment);
}

// Without a column only a line that is of one original line has an answer.
Answer Resolver::resolve_line(const Map& map, std::uint32_t line) {
  std::optional<Segment> first;
  bool is_one = true;
  map.visit_line(line, [&](const Segment& segment) {
    if (!segment.has_original()) return true;
    if (!first) first = segment;
    is_one = first->source == segment.source && first->original.line == segment.original.line;
    return is_one;
  });
  if (!first) return without("the map has nothing on this line");
  if (!is_one) return without("the frame has no column, and its line holds several lines of sources");
  return answer(map, first->generated, *first);
}

Answer Resolver::answer(const Map& map, Position position, const Segment& segment) {
  if (!segment.has_original()) return without("the map says that this code is of no source");
  Answer answer;
  std::vector<InlinedCall> calls;
  Original original;
  original.function = map.function_at(position, segment, calls);
  original.map = &map;
  const auto place = [&](Original& at, std::uint32_t source, Position where) {
    at.source_number = source;
    at.source = path_of(map, source);
    at.line = where.line + 1;
    at.column = where.column + 1;
    at.ignored = map.is_ignored(source);
  };
  place(original, segment.source, segment.original);
  if (original.source.empty()) return without("the map does not name the source");
  if (segment.name != none && segment.generated == position) answer.called = map.name(segment.name);
  answer.frames.push_back(std::move(original));
  for (InlinedCall& call : calls) {
    Original outer;
    outer.map = &map;
    outer.function = std::move(call.caller);
    place(outer, call.source, call.call);
    answer.frames.push_back(std::move(outer));
  }
  if (options_.follow)
    for (Original& frame : answer.frames) follow(frame);
  return answer;
}

// An original that was generated itself, and whose map is at hand. Maps that lead round in a circle are left
// where it closes.
void Resolver::follow(Original& original) {
  std::array<const Map*, longest_chain> been{original.map};
  for (auto next = been.begin() + 1; next != been.end(); ++next) {
    const FoundMap& found = finder_.find(original.map->source_name(original.source_number));
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

namespace {

// Engines with "@" print a function's own name, V8 puts its class or its object before it.
std::string v8_name(std::string_view printed, const FunctionName& function) {
  std::string prefix;
  const auto take = [&](std::string_view word) {
    if (!printed.starts_with(word)) return false;
    printed.remove_prefix(word.size());
    prefix += word;
    return true;
  };
  take("async ");
  const bool is_new = take("new ");
  if (is_new || function.is_constructor) return prefix + (is_new ? "" : "new ") + function.full();
  std::string as;
  const bool is_accessor = function.name.starts_with("get ") || function.name.starts_with("set ");
  if (const std::size_t at = printed.find(" [as "); at != std::string_view::npos) {
    const std::string_view called = printed.substr(at + 5, printed.size() - at - 6);
    if (is_accessor || !std::string_view(function.name).ends_with(called)) as = printed.substr(at);
  }
  if (is_accessor && printed.starts_with(function.name.substr(0, 4))) return prefix + function.name + as;
  // The receiver: V8 names it where the function's own name does not begin with it.
  std::string_view receiver;
  for (const std::string_view known : {"Object.", "Function."})
    if (printed.starts_with(known) &&
        (known == "Object." ? function.owner.empty() || !function.is_static : function.is_static))
      receiver = known;
  if (receiver == "Function.") return prefix + std::string(receiver) + function.name + as;
  if (receiver == "Object." && !function.owner.empty() && function.owner.starts_with("Object")) receiver = {};
  return prefix + std::string(receiver) + function.full() + as;
}

}  // namespace

std::string shown_function(const StackFrame& frame, const FunctionName& function) {
  const bool is_known = function.origin != NameOrigin::None;
  const std::string_view printed = frame.caller;
  if (function.name.empty()) {
    // The top level has no name; a function without one keeps what the engine called it by.
    const bool keeps = !is_known || function.is_function ||
                       printed.find("<anonymous>") != std::string_view::npos ||
                       printed.find("code") != std::string_view::npos;
    return keeps ? std::string(printed) : std::string();
  }
  if (frame.shape == Shape::Parentheses || frame.shape == Shape::Bare) return v8_name(printed, function);
  return function.is_constructor ? function.full() : function.name;
}

}  // namespace symkit::sourcemap
