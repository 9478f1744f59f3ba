#include "intake/richness.h"

#include <array>

#include "index/manifest.h"

namespace symkit::intake {
namespace {

using Richness = std::array<std::uint64_t, 4>;

Richness richness(const index::Facts& facts) {
  const index::NativeCounts& counts = facts.counts;
  return {counts.with_lines, counts.by_source[static_cast<std::size_t>(index::Source::DebugInfo)],
          facts.split.units, counts.functions};
}

}  // namespace

bool is_poorer(Bytes one, Bytes other) {
  const auto a = index::facts_of(one), b = index::facts_of(other);
  return a && b && richness(*a) < richness(*b);
}

}  // namespace symkit::intake
