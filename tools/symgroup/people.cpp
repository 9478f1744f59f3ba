#include "symgroup/people.h"

#include <algorithm>
#include <span>

namespace symkit::symgroup {

void find_people(findings::Findings& findings, Owners* owners, Blames* blame, std::size_t most) {
  constexpr std::size_t most_blamed = 300;  // groups: each costs a few processes
  for (findings::Finding& finding :
       std::span(findings.groups).first(std::min(most, findings.groups.size()))) {
    if (owners != nullptr) finding.owner = owners->of(finding.group->signature);
    if (blame == nullptr || findings.suspects.size() == most_blamed) continue;
    findings.suspects.push_back(blame->of(finding.group->signature));
    finding.suspects = &findings.suspects.back();
  }
}

}  // namespace symkit::symgroup
