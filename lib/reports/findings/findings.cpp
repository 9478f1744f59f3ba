#include "reports/findings/findings.h"

#include <unordered_set>

#include "reports/group/similar.h"

namespace symkit::findings {
namespace {

Findings similar_among(const std::vector<const group::Group*>& groups, std::uint64_t reports) {
  Findings findings{.reports = reports};
  for (const group::Cluster& cluster : group::similar_groups(groups)) {
    findings.merged.push_back(group::merged(cluster));
    Finding& finding = findings.groups.emplace_back(Finding{.group = &findings.merged.back()});
    for (const group::Group* member : cluster) finding.members.push_back(member->signature.id);
  }
  return findings;
}

}  // namespace

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
  // Forgotten groups may be among those that seem to have vanished.
  if (state != nullptr && groups.forgotten().groups == 0)
    findings.vanished = state->vanished([&](const std::string& id) { return ids.contains(id); });
  return findings;
}

Findings similar_findings(const group::Groups& groups) {
  return similar_among(groups.by_count(), groups.reports());
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

Findings kept_findings(const group::Ledger& ledger, group::By by) {
  const auto groups = ledger.by_count();
  if (by == group::By::Similar) return similar_among(groups, ledger.reports());
  Findings findings{.reports = ledger.reports()};
  for (const group::Group* group : groups) findings.groups.push_back({.group = group});
  return findings;
}

}  // namespace symkit::findings
