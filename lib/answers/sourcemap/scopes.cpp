#include "answers/sourcemap/scopes.h"

#include <algorithm>

#include "answers/sourcemap/part_scopes.h"

namespace symkit::sourcemap {
namespace {

// No minifier inlines more calls into one place.
constexpr std::size_t deepest_inlining = 128;

std::size_t inlined_calls(const GeneratedRanges& ranges, std::uint32_t range) {
  std::size_t count = 0;
  for (std::uint32_t frame = ranges[range].frame; frame != none && ranges[frame].call != none;) {
    if (++count > deepest_inlining) break;
    const std::uint32_t parent = ranges[frame].parent;
    frame = parent == none ? none : ranges[parent].frame;
  }
  return count;
}

}  // namespace

std::unique_ptr<Scopes> Scopes::of(const SourceMap& map) {
  if (std::ranges::all_of(map.parts(), [](const Part& part) { return part.scopes.empty(); })) return nullptr;
  return std::unique_ptr<Scopes>(new Scopes(map));
}

Scopes::Scopes(const SourceMap& map) : map_(map) {
  for (const Part& part : map.parts())
    parts_.push_back(part.scopes.empty() ? nullptr : std::make_unique<PartScopes>(part));
}

Scopes::~Scopes() = default;

std::optional<Scopes::FunctionKey> Scopes::locate(Position position, const Segment& segment) const {
  const auto behind = std::ranges::upper_bound(map_.parts(), position, {}, &Part::offset);
  if (behind == map_.parts().begin()) return std::nullopt;
  FunctionKey place;
  place.part = static_cast<std::uint32_t>(std::prev(behind) - map_.parts().begin());
  const PartScopes* const part = parts_[place.part].get();
  if (part == nullptr) return std::nullopt;
  if (const GeneratedRanges* ranges = part->ranges()) {
    place.range = ranges->innermost_at(position);
    if (place.range == none || inlined_calls(*ranges, place.range) > deepest_inlining) return std::nullopt;
    return part->find((*ranges)[place.range].definition) ? std::optional(place) : std::nullopt;
  }
  // Without ranges the mappings give a position in a source, and the source's scopes the function.
  place.source = segment.source - part->part().first_source;
  if (!segment.has_original()) return std::nullopt;
  const SourceScopes* scopes = part->source(place.source);
  if (scopes == nullptr) return std::nullopt;
  place.scope = scopes->innermost_at(segment.original);
  return place.scope == none ? std::nullopt : std::optional(place);
}

// A scope that is in no function is at the top level.
FunctionName Scopes::name_of(const PartScopes& part, std::uint32_t source, std::uint32_t scope) const {
  FunctionName function;
  function.origin = NameOrigin::Scopes;
  const SourceScopes& scopes = *part.source(source);
  const std::uint32_t number = scopes.function_of(scope);
  function.is_function = number != none;
  if (number != none && scopes.name_of(number) != none)
    function.name = map_.name(part.part().first_name + scopes.name_of(number));
  return function;
}

// The caller of an inlined function: found by the surrounding ranges, or else by the place of the call.
FunctionName Scopes::caller_of(const PartScopes& part, std::uint32_t range) const {
  const GeneratedRanges& ranges = *part.ranges();
  if (const std::uint32_t parent = ranges[range].parent; parent != none)
    if (const auto scope = part.find(ranges[parent].definition))
      return name_of(part, scope->source, scope->scope);
  const GeneratedRanges::CallSite& call = ranges.call(ranges[range].call);
  const SourceScopes* scopes = part.source(call.source);
  const std::uint32_t scope = scopes == nullptr ? none : scopes->innermost_at(call.at);
  return scope == none ? FunctionName() : name_of(part, call.source, scope);
}

FunctionName Scopes::describe(const FunctionKey& place, std::vector<InlinedCall>& calls) const {
  const PartScopes& part = *parts_[place.part];
  if (place.range == none) return name_of(part, place.source, place.scope);
  const GeneratedRanges& ranges = *part.ranges();
  const auto innermost = part.find(ranges[place.range].definition);
  if (!innermost) return {};
  FunctionName function = name_of(part, innermost->source, innermost->scope);
  std::uint32_t frame = ranges[place.range].frame;
  while (frame != none && ranges[frame].call != none) {
    const GeneratedRanges::CallSite& call = ranges.call(ranges[frame].call);
    calls.push_back({caller_of(part, frame), part.part().first_source + call.source, call.at,
                     static_cast<std::uint64_t>(place.part) << 32 | frame});
    const std::uint32_t parent = ranges[frame].parent;
    frame = parent == none ? none : ranges[parent].frame;
  }
  function.is_hidden = frame != none && ranges[frame].is_hidden;
  return function;
}

std::vector<Position> Scopes::boundaries() const {
  std::vector<Position> all;
  for (const auto& part : parts_) {
    if (part == nullptr || part->ranges() == nullptr) continue;
    for (const NestedSpans::Change& change : part->ranges()->changes()) all.push_back(change.at);
  }
  return all;
}

}  // namespace symkit::sourcemap
