// Cuts the index of a mapping into parts by class: each is an index of some classes, with everything
// needed to look them up. The hash of its name in the program decides which part has a class.
#pragma once

#include "keep/index/cutting.h"

namespace symkit::index::mapping {

// Additional section in the manifest: the first hash of each part, 8 bytes each.
inline constexpr std::uint32_t first_hashes_tag = tag("MHSH");

Result<std::vector<std::uint8_t>> cut_in_parts(const Envelope& whole, const TakePart& take,
                                               const Cutting& how);

}  // namespace symkit::index::mapping
