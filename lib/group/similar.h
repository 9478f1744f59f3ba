// Groups that are alike, put together: over builds inlining, names and numbers of frames change, and exact
// signatures fall apart. Stacks are aligned frame by frame; a frame weighs more the nearer it is to the fault
// and the fewer groups have it. The order in which reports came does not matter.
#pragma once

#include <cstdint>
#include <vector>

#include "group/groups.h"

namespace symkit::group {

struct Cluster {
  std::vector<const Group*> members = {};  // most frequent first: the first gives the cluster its name and id
  std::uint64_t count = 0;
};

// Most frequent first. Within a cluster every two members are alike: none is a chain of small steps.
std::vector<Cluster> similar_groups(const Groups& groups);

// Of two signatures, from 0 to 1; 1 are those whose kinds and frames are the same. As if nothing else had
// been seen: each frame is as rare as any other.
double similarity(const Signature& a, const Signature& b);

}  // namespace symkit::group
