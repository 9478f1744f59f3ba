// Cuts the index of a source map into parts: each is an index of the segments from one generated position to
// another, with the functions, sources and names that these speak of; others have names of sources, and
// their texts. docs/index-format.md tells what leads to them.
#pragma once

#include "keep/index/cutting.h"

namespace symkit::index::source_map {

namespace tags {
// In the manifest, beside the map's description, its lines of modules and the manifests of its pieces: where
// parts begin. First those of positions, then those of names, then those of texts.
inline constexpr std::uint32_t first_positions = tag("SBEG");  // line and column, 4 bytes each
inline constexpr std::uint32_t first_named = tag("NBEG");      // a source, 4 bytes
inline constexpr std::uint32_t first_texts = tag("CBEG");      // a source, 4 bytes
inline constexpr std::uint32_t source_count = tag("SCNT");     // 4 bytes
// In a part: the number that each of its sources has in the whole, 4 bytes each.
inline constexpr std::uint32_t source_numbers = tag("SNUM");
}  // namespace tags

// Nobody has a map of more.
inline constexpr std::size_t most_sources = std::size_t{1} << 20;

Result<std::vector<std::uint8_t>> cut_in_parts(const Envelope& whole, const TakePart& take,
                                               const Cutting& how);

}  // namespace symkit::index::source_map
