// Function boundaries within range mappings. A range mapping may include many functions of its source,
// unlike other mappings: for an index each of them is a position where the function changes.
#include <algorithm>
#include <map>

#include "answers/sourcemap/parsed_map.h"

namespace symkit::sourcemap {
namespace {

// Ranges may refer to the same text again and again; no compiler does that this often.
constexpr std::size_t most_places = 4'000'000;

std::vector<Position> sorted_boundaries(const JsFunctions& functions) {
  std::vector<Position> all;
  for (const JsFunction& function : functions.all())
    for (const Position at : {function.begin, function.end}) all.push_back(at);
  std::ranges::sort(all);
  return all;
}

}  // namespace

void ParsedMap::add_boundaries_in_ranges(std::vector<Position>& all) const {
  if (std::ranges::all_of(map_->parts(), [](const Part& part) { return part.ranges.empty(); })) return;
  std::map<std::uint32_t, std::vector<Position>> known;
  std::size_t places = 0;
  Segment range;
  const auto end_range = [&](Position end) {
    const OriginalText* text = range.is_range ? text_of(range.source) : nullptr;
    if (text == nullptr) return;
    const auto [of_source, is_new] = known.try_emplace(range.source);
    if (is_new) of_source->second = sorted_boundaries(text->functions());
    const std::vector<Position>& boundaries = of_source->second;
    auto at = std::ranges::lower_bound(boundaries, range.original);
    for (; at != boundaries.end() && places < most_places; ++at, ++places) {
      const std::uint32_t lines = at->line - range.original.line;
      const Position generated{
          range.generated.line + lines,
          lines == 0 ? range.generated.column + (at->column - range.original.column) : at->column};
      if (end <= generated) return;
      all.push_back(generated);
    }
  };
  map_->visit([&](const Segment& segment) {
    end_range(segment.generated);
    range = segment;
  });
  end_range({none, none});
}

}  // namespace symkit::sourcemap
