#include "intake/richness.h"

#include <array>

#include "index/native_index.h"

namespace symkit::intake {
namespace {

using Richness = std::array<std::uint64_t, 4>;

Richness richness(const index::NativeIndex& index) {
  const index::NativeCounts& counts = index.counts();
  return {counts.with_lines, counts.by_source[static_cast<std::size_t>(index::Source::DebugInfo)],
          index.split().units, counts.functions};
}

}  // namespace

bool is_poorer(Bytes one, Bytes other) {
  const auto a = index::NativeIndex::open(one), b = index::NativeIndex::open(other);
  return a && b && richness(*a) < richness(*b);
}

}  // namespace symkit::intake
