#include "find/intake/richness.h"

#include <array>

#include "keep/index/manifest.h"

namespace symkit::intake {
namespace {

using Richness = std::array<std::uint64_t, 5>;

// In a debug file Go's table has no inlined calls: their trees were removed with the constants.
bool has_whole_go_table(const index::Facts& facts) {
  return facts.counts.by_source[static_cast<std::size_t>(index::Source::GoTable)] != 0 &&
         !facts.segments.empty() && facts.segments.front().file_offset;
}

Richness richness(const index::Facts& facts) {
  const index::NativeCounts& counts = facts.counts;
  return {counts.with_lines, counts.by_source[static_cast<std::size_t>(index::Source::DebugInfo)],
          facts.split.units, counts.functions, has_whole_go_table(facts) ? 1U : 0U};
}

}  // namespace

bool is_poorer(Bytes one, Bytes other) {
  const auto a = index::facts_of(one), b = index::facts_of(other);
  return a && b && richness(*a) < richness(*b);
}

}  // namespace symkit::intake
