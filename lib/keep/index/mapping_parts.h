// Cuts the index of a mapping into parts by class: each is an index of some classes, with all that answers
// about them ask for. A class is in the part that the hash of its name in the program leads to.
#pragma once

#include "keep/index/cutting.h"

namespace symkit::index::mapping {

// In the manifest, beside the mapping's description: the hash with which each part begins, 8 bytes each.
inline constexpr std::uint32_t first_hashes_tag = tag("MHSH");

Result<std::vector<std::uint8_t>> cut_in_parts(const Envelope& whole, const TakePart& take,
                                               const Cutting& how);

}  // namespace symkit::index::mapping
