// What a run has found, ready to be written in any form.
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
  std::vector<std::string> members = {};  // their ids, where groups that are alike were put together
  std::uint64_t members_more = 0;
  std::string owner = {};
  std::string_view state = {};         // "new", "known": where that is kept
  const Suspects* suspects = nullptr;  // null: nobody was asked
};

struct Findings {
  std::uint64_t reports = 0;
  std::vector<Finding> groups = {};  // most frequent first
  std::vector<const group::KnownGroup*> vanished = {};
  bool has_new = false;
  // What those point to.
  std::deque<group::Group> merged = {};
  std::deque<Suspects> suspects = {};
};

// What they are of must outlive them. `state`: null where none is kept.
Findings exact_findings(const group::Groups& groups, const group::State* state);
Findings similar_findings(const group::Groups& groups);
Findings family_findings(const group::Families& families, const group::State& state, std::uint64_t reports);

// Of logs that came over a long time, groups or groups that are alike.
Findings kept_findings(const group::Ledger& ledger, group::By by);

}  // namespace symkit::findings
