// Cuts the index of a source map into parts. Each is an index of the segments from one generated position
// to another, with the functions, sources and names that these use; other parts have the names of
// sources, and their texts. docs/index-format.md describes the manifest.
#pragma once

#include "keep/index/cutting.h"

namespace symkit::index::source_map {

namespace tags {
// Where parts begin; in the manifest, with the map's description, its lines of modules and the manifests
// of its pieces. First the parts of positions, then those of names, then those of texts.
inline constexpr std::uint32_t first_positions = tag("SBEG");  // line and column, 4 bytes each
inline constexpr std::uint32_t first_named = tag("NBEG");      // a source, 4 bytes
inline constexpr std::uint32_t first_texts = tag("CBEG");      // a source, 4 bytes
inline constexpr std::uint32_t source_count = tag("SCNT");     // 4 bytes
// In a part: the number of each of its sources in the complete index, 4 bytes each.
inline constexpr std::uint32_t source_numbers = tag("SNUM");
}  // namespace tags

// No real map has more.
inline constexpr std::size_t most_sources = std::size_t{1} << 20;

Result<std::vector<std::uint8_t>> cut_in_parts(const Envelope& whole, const TakePart& take,
                                               const Cutting& how);

}  // namespace symkit::index::source_map
