// Groups that are alike, put together. The order in which reports came does not matter.
#pragma once

#include <vector>

#include "reports/group/groups.h"

namespace symkit::group {

using Cluster = std::vector<const Group*>;  // most frequent first: the first gives it its name and id

// Most frequent first. Within a cluster every two members are alike: none is a chain of small steps.
std::vector<Cluster> similar_groups(const std::vector<const Group*>& all);

// One group of them all, under the first one's name and id.
Group merged(const Cluster& cluster);

}  // namespace symkit::group
