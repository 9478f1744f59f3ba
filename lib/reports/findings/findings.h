// The results of a run, ready to be written in any format.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "reports/findings/suspects.h"
#include "reports/group/families.h"
#include "reports/group/groups.h"
#include "reports/group/ledger.h"
#include "reports/group/state.h"

namespace symkit::findings {

struct Finding {
  const group::Group* group = nullptr;
  std::vector<std::string> members = {};  // their ids, if similar groups were merged
  std::uint64_t members_more = 0;
  std::string owner = {};
  std::string_view state = {};         // "new", "known"; if a state is kept
  const Suspects* suspects = nullptr;  // null: not requested
};

struct Findings {
  std::uint64_t reports = 0;
  std::vector<Finding> groups = {};  // most frequent first
  std::vector<const group::KnownGroup*> vanished = {};
  bool has_new = false;
  // The merged groups to which `groups` point.
  std::deque<group::Group> merged = {};
  std::deque<Suspects> suspects = {};
};

// The arguments must outlive the result. `state`: null if none is kept.
Findings exact_findings(const group::Groups& groups, const group::State* state);
Findings similar_findings(const group::Groups& groups);
Findings family_findings(const group::Families& families, const group::State& state, std::uint64_t reports);

// From logs over a long time: exact groups, or merged similar ones.
Findings kept_findings(const group::Ledger& ledger, group::By by);

}  // namespace symkit::findings
