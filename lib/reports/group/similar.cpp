#include "reports/group/similar.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "reports/group/alike.h"

namespace symkit::group {

std::vector<Cluster> similar_groups(const std::vector<const Group*>& all) {
  std::vector<Outline> outlines;
  outlines.reserve(all.size());
  for (const Group* group : all) outlines.push_back(outline_of(group->signature));
  std::vector<Compared> compared;
  compared.reserve(all.size());
  for (const Outline& outline : outlines) compared.push_back({.outline = &outline});
  std::vector<Cluster> found;
  for (const auto& places : alike(compared)) {
    Cluster& cluster = found.emplace_back();
    for (const std::size_t place : places) cluster.push_back(all[place]);
    std::ranges::sort(cluster, [](const Group* a, const Group* b) {
      return std::tie(b->count, a->signature.id) < std::tie(a->count, b->signature.id);
    });
  }
  const auto crashes = [](const Cluster& cluster) {
    return std::accumulate(cluster.begin(), cluster.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const Group* group) { return sum + group->crashes(); });
  };
  std::ranges::sort(found, [&](const Cluster& a, const Cluster& b) {
    const std::uint64_t left = crashes(a), right = crashes(b);
    return left == right ? a.front()->signature.id < b.front()->signature.id : left > right;
  });
  return found;
}

Group merged(const Cluster& cluster) {
  Group whole = *cluster.front();
  for (const Group* member : cluster)
    if (member != cluster.front()) whole.add(*member);
  return whole;
}

}  // namespace symkit::group
