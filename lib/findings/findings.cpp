#include "symgroup/findings.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <unordered_set>

#include "group/similar.h"

namespace symkit::symgroup {
Findings exact_findings(const group::Groups& groups, const group::State* state) {
  Findings findings{.reports = groups.reports()};
  std::unordered_set<std::string_view> ids;
  for (const group::Group* group : groups.by_count()) {
    findings.groups.push_back({.group = group});
    if (state == nullptr) continue;
    ids.insert(group->signature.id);
    const auto since = state->since(group->signature.id);
    findings.has_new = findings.has_new || since == group::Since::New;
    findings.groups.back().state = group::word_for(since);
  }
  // What was forgotten may have been there.
  if (state != nullptr && groups.forgotten().groups == 0)
    findings.vanished = state->vanished([&](const std::string& id) { return ids.contains(id); });
  return findings;
}

Findings similar_findings(const group::Groups& groups) {
  Findings findings{.reports = groups.reports()};
  for (const group::Cluster& cluster : group::similar_groups(groups)) {
    findings.merged.push_back(group::merged(cluster));
    Finding& finding = findings.groups.emplace_back(Finding{.group = &findings.merged.back()});
    for (const group::Group* member : cluster) finding.members.push_back(member->signature.id);
  }
  return findings;
}

Findings family_findings(const group::Families& families, const group::State& state, std::uint64_t reports) {
  Findings findings{.reports = reports};
  for (const group::Family* family : families.by_count()) {
    findings.groups.push_back({.group = &family->whole,
                               .members = family->members,
                               .members_more = family->members_more,
                               .state = group::word_for(family->since)});
    findings.has_new = findings.has_new || family->since == group::Since::New;
  }
  findings.vanished = state.vanished([&](const std::string& id) { return families.has(id); });
  return findings;
}

void find_people(Findings& findings, Owners* owners, Blames* blame, std::size_t most) {
  constexpr std::size_t most_blamed = 300;  // groups: each costs a few processes
  for (Finding& finding : std::span(findings.groups).first(std::min(most, findings.groups.size()))) {
    if (owners != nullptr) finding.owner = owners->of(finding.group->signature);
    if (blame == nullptr || findings.suspects.size() == most_blamed) continue;
    findings.suspects.push_back(blame->of(finding.group->signature));
    finding.suspects = &findings.suspects.back();
  }
}

}  // namespace symkit::symgroup
