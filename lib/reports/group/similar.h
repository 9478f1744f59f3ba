// Merges similar groups. The order in which reports came does not matter.
#pragma once

#include <vector>

#include "reports/group/groups.h"

namespace symkit::group {

using Cluster =
    std::vector<const Group*>;  // most frequent first: the first gives the cluster its name and id

// Most frequent first. Every two members of a cluster are similar, so a cluster is not a chain of small
// steps.
std::vector<Cluster> similar_groups(const std::vector<const Group*>& all);

// One group made of all members, with the name and id of the first.
Group merged(const Cluster& cluster);

}  // namespace symkit::group
