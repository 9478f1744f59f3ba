// Handlers that no rule knows and no mark shows: what all crashes of a program begin with, although their
// signals differ.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "reports/group/groups.h"

namespace symkit::group {

// For each of the groups the number of its first frames that are such a handler's.
std::vector<std::size_t> frames_of_shared_handlers(std::span<const Group> groups);

}  // namespace symkit::group
