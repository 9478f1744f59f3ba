#include "symgroup/findings.h"

#include <algorithm>
#include <span>
#include <utility>

#include "group/similar.h"

namespace symkit::symgroup {
namespace {

// A cluster as one group.
group::Group merged(const group::Cluster& cluster) {
  group::Group whole = *cluster.members.front();
  whole.count = cluster.count;
  whole.logged = 0;
  for (const group::Group* member : cluster.members) {
    whole.logged += member->logged;
    if (member != cluster.members.front()) whole.seen.add(member->seen);
    for (const group::Place& place : member->examples)
      if (member != cluster.members.front() && whole.examples.size() < group::Groups::most_examples)
        whole.examples.push_back(place);
  }
  return whole;
}

void take_similar(const group::Groups& groups, Findings& findings) {
  for (const group::Cluster& cluster : group::similar_groups(groups)) {
    findings.merged.push_back(merged(cluster));
    findings.groups.push_back({.group = &findings.merged.back(), .members = cluster.members});
  }
}

void take_exact(const group::Groups& groups, const group::State* state, Findings& findings) {
  for (const group::Group* group : groups.by_count()) {
    findings.groups.push_back({.group = group});
    if (state == nullptr) continue;
    const auto since = state->since(group->signature.id);
    findings.has_new = findings.has_new || since == group::Since::New;
    findings.groups.back().state = group::word_for(since);
  }
  if (state != nullptr) findings.vanished = state->vanished(groups);
}

}  // namespace

Findings findings_of(const group::Groups& groups, By by, const group::State* state) {
  Findings findings{.reports = groups.reports()};
  if (by == By::Similar)
    take_similar(groups, findings);
  else
    take_exact(groups, state, findings);
  return findings;
}

void take_trees(Findings& findings, const std::unordered_map<std::string, group::StackTree>& trees) {
  const auto add = [&](group::StackTree& whole, const group::Group& group) {
    if (const auto at = trees.find(group.signature.id); at != trees.end()) whole.add(at->second);
  };
  for (const Finding& finding : findings.groups) {
    group::StackTree& whole = findings.trees[finding.group->signature.id];
    if (finding.members.empty()) add(whole, *finding.group);
    for (const group::Group* member : finding.members) add(whole, *member);
  }
}

void find_people(Findings& findings, Owners* owners, Blame* blame, std::size_t most) {
  constexpr std::size_t most_blamed = 300;  // groups: each costs a few processes
  for (Finding& finding : std::span(findings.groups).first(std::min(most, findings.groups.size()))) {
    if (owners != nullptr) finding.owner = owners->of(finding.group->signature);
    if (blame == nullptr || findings.suspects.size() == most_blamed) continue;
    findings.suspects.push_back(blame->of(finding.group->signature));
    finding.suspects = &findings.suspects.back();
  }
}

}  // namespace symkit::symgroup
